import type { JSONSchema7 } from '@ai-sdk/provider'
import { asSchema, jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { storableJson, storableText } from '@/lib/base/storable'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'

/** Schemas do not change, and are slow to write out. */
const schemas = new WeakMap<z.ZodType, Promise<JSONSchema7>>()
export function jsonSchemaOf(schema: z.ZodType): Promise<JSONSchema7> {
  const made = schemas.get(schema) ?? Promise.resolve(asSchema(schema).jsonSchema)
  schemas.set(schema, made)
  return made
}

/**
 * The tools as the AI SDK takes them: without `execute`, because the agent runs them, and without validation,
 * which `checkedCall` does.
 */
export async function toolSet(tools: readonly ToolSpec[]): Promise<ToolSet> {
  const entries = tools.map(
    async (spec) =>
      [
        spec.name,
        tool({
          description: spec.description,
          inputSchema: jsonSchema(await jsonSchemaOf(spec.inputSchema)),
        }),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Checks a call the model made. The name and the arguments are untrusted: what is wrong becomes `problem`,
 * never an exception.
 */
export function checkedCall(
  id: string,
  givenName: string,
  given: unknown,
  tools: readonly ToolSpec[],
): ModelToolCall {
  const name = storableText(givenName)
  const input = storableJson(given)
  const spec = tools.find((known) => known.name === name)
  if (!spec) {
    const known = tools.map((each) => each.name).join(', ')
    return {
      id,
      name,
      args: input,
      problem: `There is no tool "${name.slice(0, 80)}". ${known ? `The tools are: ${known}.` : 'No tools can be called now.'}`,
    }
  }
  if (typeof input === 'string' && input.trim() !== '')
    return { id, name, args: input, problem: 'The arguments are not valid JSON. Send one JSON object.' }
  const parsed = spec.inputSchema.safeParse(input === '' ? {} : input)
  if (!parsed.success)
    return { id, name, args: input, problem: `The arguments do not fit:\n${z.prettifyError(parsed.error)}` }
  return { id, name, args: parsed.data, problem: null }
}
