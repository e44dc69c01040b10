import type { JSONSchema7 } from '@ai-sdk/provider'
import { Output, type OutputInterface } from 'ai'
import type { Support } from '@/lib/shared/model-support'

/** The JSON object that is wanted; `name` goes to `response_format.json_schema.name`. */
export type Format = { name: string; schema: JSONSchema7 }

/** Like `Output.object`, but without its parser, which reads the whole text again for every delta. */
export function outputOf(
  format: Format | null,
  form: Support['form'],
): OutputInterface<string, string, never> | undefined {
  if (!format || form === 'text') return undefined
  return {
    ...Output.text(),
    name: 'object',
    responseFormat: Promise.resolve({
      type: 'json',
      ...(form === 'json_schema' ? { name: format.name, schema: format.schema } : {}),
    }),
  }
}

/** For a server that does not take the schema itself. */
export const formatInstructions = (format: Format) =>
  `Answer with one JSON object and nothing else. It must fit this JSON schema ("${format.name}"):\n${JSON.stringify(format.schema)}`

/** Whether OpenAI's strict mode takes this schema: every object closed, every property required. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (schema === null || typeof schema !== 'object') return true
  const { type, properties, required, additionalProperties } = schema as JSONSchema7
  if (type === 'object') {
    const names = Object.keys(properties ?? {})
    if (additionalProperties !== false || !names.every((name) => required?.includes(name))) return false
  }
  return Object.values(schema).every(isStrict)
}
