/** Where a text comes from, by id. A file without a conversation belongs to the conversation at hand. */
export type Source =
  | { kind: 'turn' | 'summary'; id: string }
  | { kind: 'file'; path: string; conversationId?: string }
