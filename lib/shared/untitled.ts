/** The name of a conversation without a title, such as one whose turns are all forgotten. */
export const UNTITLED = 'Untitled conversation'
