#!/bin/sh
# Runs the command given as arguments so that it never outlives whoever started it. Standard input is a pipe from there: its end means that
# nobody is left to stop the command, which is then asked to end (PostgreSQL lets its clients leave first) and, five seconds later, told to.
# A signal to this script is passed on as SIGINT: for PostgreSQL, shut down now.
exec 3<&0 </dev/null

"$@" 3<&- &
command=$!
trap 'kill -INT "$command" 2>/dev/null' INT TERM HUP

(
  while read -r _ <&3; do :; done
  kill -TERM "$command" 2>/dev/null
  for _ in 1 2 3 4 5; do
    sleep 1
    kill -0 "$command" 2>/dev/null || exit 0
  done
  kill -INT "$command" 2>/dev/null
) &
watch=$!
exec 3<&-

# `wait` also returns for a trapped signal: the loop ends with the command.
status=0
while kill -0 "$command" 2>/dev/null; do
  wait "$command"
  status=$?
done
kill "$watch" 2>/dev/null
exit "$status"
