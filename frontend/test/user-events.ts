import userEvent from '@testing-library/user-event';

// Replaces `focus` and `blur` of every element, once in a window.
userEvent.setup();
