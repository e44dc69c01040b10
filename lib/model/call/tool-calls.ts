import type { JSONSchema7 } from '@ai-sdk/provider'
import { asSchema, jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'
import { storableJson, storableText } from '@/lib/shared/storable'
import { readArguments } from './tool-arguments'

export const jsonSchemaOf = async (schema: z.ZodType): Promise<JSONSchema7> => asSchema(schema).jsonSchema

/** Left out of the prompt: arguments are checked against them on arrival anyway. */
const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern'] as const
/** The arguments as the provider receives them: without bounds, since every prompt pays for them. */
export function parametersOf(schema: z.ZodType): JSONSchema7 {
  const made = parameters.get(schema) ?? convert(schema)
  parameters.set(schema, made)
  return made
}

/** Kept, because every step of every turn needs them. */
const parameters = new WeakMap<z.ZodType, JSONSchema7>()
function convert(schema: z.ZodType): JSONSchema7 {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema: part }) => {
      for (const key of BOUNDS) delete part[key]
    },
  })
  return rest as JSONSchema7
}

/** Tools for the AI SDK, without `execute`: the agent runs them, and `checkedCall` validates calls. */
export function toolSet(tools: readonly ToolSpec[]): ToolSet {
  const set: ToolSet = {}
  for (const { name, description, inputSchema } of tools)
    set[name] = tool({ description, inputSchema: jsonSchema(parametersOf(inputSchema)) })
  return set
}

/** A name without what models add to it: namespaces, positions, marks of a template, another case. */
const bareName = (name: string) =>
  name
    .replace(/<\|[\s\S]*/, '')
    .replace(/^\s*(?:functions?|default_api|tools?)[.:_]/i, '')
    .replace(/:\d+\s*$/, '')
    .replace(/[\s._-]/g, '')
    .toLowerCase()

export function toolCalled(tools: readonly ToolSpec[], name: string): ToolSpec | undefined {
  const isCalled = (given: string) => given === name || bareName(given) === bareName(name)
  return tools.find((known) => [known.name, ...(known.aliases ?? [])].some(isCalled))
}

/** Checks the untrusted name and arguments of a call. What is wrong becomes `problem`, never an exception. */
export function checkedCall(
  id: string,
  givenName: string,
  given: unknown,
  tools: readonly ToolSpec[],
): ModelToolCall {
  const [called, args] = [storableText(givenName), storableJson(given)]
  const spec = toolCalled(tools, called)
  const name = spec?.name ?? called
  const refused = (problem: string): ModelToolCall => ({ id, name, args, problem })
  if (!spec) {
    const known = tools.map((each) => each.name).join(', ')
    const others = known ? `The tools are: ${known}.` : 'No tools can be called now.'
    return refused(`There is no tool "${name.slice(0, 80)}". ${others}`)
  }
  const read = readArguments(spec.inputSchema, parametersOf(spec.inputSchema), args)
  return read.ok ? { id, name, args: read.args, problem: null } : refused(read.problem)
}
