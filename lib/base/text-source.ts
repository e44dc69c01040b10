/** Where the text of a turn is from when not from here alone: a file that was imported, or a turn whose prompt had held text from outside (`Turn.tainted`). */
export type TextSource = 'import' | 'read'
