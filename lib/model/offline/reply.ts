/** What the engine answers to one call: text first, then tool calls in order. */
export type Reply = { text: string; calls: { name: string; args: Record<string, unknown> }[] }
