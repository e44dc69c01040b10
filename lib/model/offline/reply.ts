/** The engine's answer to one call: text, then tool calls in order. */
export type Reply = { text: string; calls: { name: string; args: Record<string, unknown> }[] }
