import type { JSONSchema7 } from '@ai-sdk/provider'
import { asSchema, jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { storableJson, storableText } from '@/lib/base/storable'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'

export const jsonSchemaOf = async (schema: z.ZodType): Promise<JSONSchema7> => asSchema(schema).jsonSchema

/**
 * Tools for the AI SDK. They have no `execute`, because the agent runs them; `checkedCall` validates calls.
 */
export async function toolSet(tools: readonly ToolSpec[]): Promise<ToolSet> {
  const set: ToolSet = {}
  for (const { name, description, inputSchema } of tools)
    set[name] = tool({ description, inputSchema: jsonSchema(await jsonSchemaOf(inputSchema)) })
  return set
}

/** Checks the untrusted name and arguments of a call. What is wrong becomes `problem`, never an exception. */
export function checkedCall(
  id: string,
  givenName: string,
  given: unknown,
  tools: readonly ToolSpec[],
): ModelToolCall {
  const [name, args] = [storableText(givenName), storableJson(given)]
  const refused = (problem: string): ModelToolCall => ({ id, name, args, problem })
  const spec = tools.find((known) => known.name === name)
  if (!spec) {
    const known = tools.map((each) => each.name).join(', ')
    const others = known ? `The tools are: ${known}.` : 'No tools can be called now.'
    return refused(`There is no tool "${name.slice(0, 80)}". ${others}`)
  }
  if (typeof args === 'string' && args.trim() !== '')
    return refused('The arguments are not valid JSON. Send one JSON object.')
  const parsed = spec.inputSchema.safeParse(args === '' ? {} : args)
  if (!parsed.success) return refused(`The arguments do not fit:\n${z.prettifyError(parsed.error)}`)
  return { id, name, args: parsed.data, problem: null }
}
