/** The origin of a text, as ids. A file without a conversation belongs to the current one. */
export type Source =
  | { kind: 'turn' | 'summary'; id: string }
  | { kind: 'file'; path: string; conversationId?: string }
