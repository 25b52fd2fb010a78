/** The lessons of a subscription with a member's progress: admins, and members whose payment is approved. Times are ISO instants. */

export interface LessonWire {
  id: string;
  /** The page of `/me/resources/pages/{page}` that contains its text as the section with the same id. */
  page: number;
  /** In the language of the page that asks. */
  title: string;
  /** Reading time. */
  minutes: number;
  state: 'new' | 'started' | 'completed';
  completedAt: string | null;
  bookmarked: boolean;
  /** Null: `POST /me/lessons/{id}/read` completes the lesson. */
  quiz: {
    questions: number;
    /** So many right answers complete the lesson. */
    passAt: number;
    /** Null: not tried yet. */
    bestScore: number | null;
    attempts: number;
    lastAttemptAt: string | null;
  } | null;
}

/** GET /me/lessons: all of them, in their order. */
export interface LessonsWire {
  done: number;
  /** Id of the first lesson that is not completed; null: all are. */
  next: string | null;
  lessons: LessonWire[];
}

/** Without its right answer, which the result of an attempt contains. */
export interface QuizQuestionWire {
  id: string;
  question: string;
  choices: { id: string; text: string }[];
}

/** GET /me/lessons/{id} */
export interface LessonWithQuizWire extends LessonWire {
  questions: QuizQuestionWire[];
}

/** POST /me/lessons/{id}/quiz */
export interface QuizResultWire {
  lesson: LessonWire;
  score: number;
  passed: boolean;
  questions: {
    id: string;
    chosen: string;
    right: string;
    /** Why the right answer is right. */
    why: string;
  }[];
}
