/** Answers the parent's questions with commands by name, and ends with it. */
export function answerParent(context, commands) {
  const answer = async ({ id, command, input }) => {
    try {
      process.send({ id, value: await commands[command](input) });
    } catch (error) {
      process.send({ id, error: error instanceof Error ? error.stack : String(error) });
    }
  };
  process.on('message', (message) => void answer(message));
  process.on('disconnect', () => void context.close().finally(() => process.exit(0)));
  process.send({ ready: true });
}
