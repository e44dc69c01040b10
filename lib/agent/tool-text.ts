import { z } from 'zod'
import type { ToolSpec } from '@/lib/model/types'

/** Tools as the provider receives them (name, description, JSON schema), one a line: counted and kept for the inspector. */
export const toolText = (tools: ToolSpec[]) =>
  tools.map((tool) => JSON.stringify({ name: tool.name, description: tool.description, parameters: z.toJSONSchema(tool.inputSchema) })).join('\n')

/** Cut as prompts cut tool results; storage keeps them whole. */
export const cutResult = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}... (truncated)` : text)

/** What a model wrote may hold NUL or half characters, which PostgreSQL refuses; they become the replacement character. */
export const storableText = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
export const storableJson = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableJson)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storableJson(inner)]))
  return value ?? {}
}
