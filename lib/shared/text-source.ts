/**
 * Where text came from, if not from this chat: an imported file, or a turn whose prompt contained outside
 * text (`Turn.tainted`).
 */
export type TextSource = 'import' | 'read'
