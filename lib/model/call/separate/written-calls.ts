import type { Json, ToolSpec } from '@/lib/model/types'
import { parseJson } from '@/lib/shared/parse-json'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { toolCalled } from '../tool-calls'
import { isObject } from '../wire/fault'
import { CANDIDATES, closing, findJson } from './json-extract'

export type WrittenCall = { name: string; args: unknown }

const NAMES = ['tool', 'name', 'tool_name', 'function', 'function_name', 'recipient_name', 'action']
const ARGUMENTS = ['args', 'arguments', 'parameters', 'params', 'input', 'tool_input', 'action_input']
const CALL_KEYS = [...NAMES, ...ARGUMENTS, 'type', 'id', 'tool_calls', 'tool_call', 'tool_uses']
/** A call names itself within this many characters. */
const KEY_CHARS = 200
const FIRST_KEY = /^[[\s]*\{\s*"((?:[^"\\]|\\.)*)"/
const MAY_BE_KEY = /^[[\s]*(\{\s*("(?:[^"\\]|\\.)*)?)?$/

export function mayBeCall(begun: string, tools: readonly ToolSpec[]): boolean | 'later' {
  const json = begun.slice(0, KEY_CHARS)
  const key = FIRST_KEY.exec(json)?.[1]
  if (key === undefined) return json.length < KEY_CHARS && MAY_BE_KEY.test(json) && 'later'
  const decides = toolCalled(tools, DECIDING_TOOL) && /^(continueThinking|reason|nextFocus)$/.test(key)
  return Boolean(CALL_KEYS.includes(key) || toolCalled(tools, key) || decides)
}

const isOurForm = ({ tool, args, ...rest }: Json) =>
  typeof tool === 'string' && (isObject(args) || args === undefined) && Object.keys(rest).length === 0

/**
 * The calls of known tools in one JSON value. `{"tool": …}`, the form we ask for, may name an unknown one.
 */
function callsOf(value: unknown, tools: readonly ToolSpec[], depth = 0): WrittenCall[] {
  if (depth > 3) return []
  if (Array.isArray(value)) return value.flatMap((each) => callsOf(each, tools, depth + 1))
  if (!isObject(value)) return []
  const nested = value.tool_calls ?? value.tool_uses ?? value.tool_call
  if (nested !== undefined) return callsOf(nested, tools, depth + 1)
  if (isObject(value.function)) return callsOf(value.function, tools, depth + 1)
  const key = NAMES.find(
    (each) => typeof value[each] === 'string' && (toolCalled(tools, String(value[each])) || isOurForm(value)),
  )
  if (key) {
    const given = ARGUMENTS.find((each) => value[each] !== undefined)
    const { [key]: name, type: _, id: __, ...rest } = value as Json
    const args = given ? value[given] : rest
    return [{ name: String(name), args: typeof args === 'string' ? (parseJson(args) ?? args) : args }]
  }
  const names = Object.keys(value)
  const [only = ''] = names
  if (names.length === 1 && toolCalled(tools, only) && isObject(value[only]))
    return [{ name: only, args: value[only] }]
  if (typeof value.continueThinking === 'boolean' && toolCalled(tools, DECIDING_TOOL))
    return [{ name: DECIDING_TOOL, args: value }]
  return []
}

const trimmed = (value = '') => value.replace(/^\r?\n|\r?\n$/g, '')
const pairs = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, key = '', value]) => [key.trim(), trimmed(value)]))

/** What a tag holds ends where the next one begins: its text may have such marks in it. */
const FUNCTION =
  /<(function|invoke)(?:=| name=)["']?([\w.-]+)["']?>([\s\S]*?)(?:<\/\1>\s*(?=<\1[= ]|<\/[\w:]*calls?>|$)|$)/g
const PARAMETER =
  /<parameter(?:=| name=)["']?([\w.-]+)["']?[^<>]*>([\s\S]*?)(?:<\/parameter>\s*(?=<parameter[= ]|$)|$)/g
const KEY_VALUE =
  /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>([\s\S]*?)(?:<\/arg_value>\s*(?=<arg_key>|<\/tool_call|$)|$)/g
const TAGGED = /<(?:function=|invoke name=|(?<key>arg_key>))/
/** The name of a tool, then its arguments as JSON within reach. */
const NAMED = /(?:^|[^\w-])(?:functions\.)?([\w-]+)(?::\d+)?(?=[^\w{][^{]{0,60}\{|\{)/g

/** The calls of known tools that a model wrote as text, in any of the usual forms; [] = it is no call. */
export function writtenCalls(written: string, tools: readonly ToolSpec[]): WrittenCall[] {
  if (tools.length === 0) return []
  const text = written.replaceAll('｜DSML｜', '')
  const known = ({ name }: WrittenCall) => toolCalled(tools, name) !== undefined
  const [, tag = '', children = ''] = /^\s*<([\w-]+)>([\s\S]*)<\/\1>\s*$/.exec(text) ?? []
  if (toolCalled(tools, tag)) return [{ name: tag, args: childrenOf(children) }]
  // Whichever form begins first may have the others in its texts.
  const form = TAGGED.exec(text)
  const json = findJson(text)
  const inJson = json.flatMap(({ value }) => callsOf(value, tools))
  if (inJson.length && (json[0]?.start ?? 0) < (form?.index ?? text.length)) return inJson
  if (form?.groups?.key) {
    const name = /^\s*(?:<tool_call>)?\s*([\w.-]+)/i.exec(text)?.[1] ?? ''
    return [{ name, args: pairs(text, KEY_VALUE) }].filter(known)
  }
  const tagged = [...text.matchAll(FUNCTION)].map(([, , name = '', inner = '']) => ({
    name,
    args: argumentsIn(inner),
  }))
  const calls = tagged.filter(known)
  if (calls.length) return calls
  return inJson.length ? inJson : namedCalls(text, tools)
}

function childrenOf(text: string): Json {
  const found: Json = {}
  const opening = /<([\w-]+)>/g
  for (let tried = 0; tried < CANDIDATES; tried++) {
    const [all, name = ''] = opening.exec(text) ?? []
    if (!all) break
    const start = opening.lastIndex
    const length = text.slice(start).search(new RegExp(`</${name}>\\s*(?:<[\\w-]+>|$)`))
    if (length < 0) continue
    found[name] = trimmed(text.slice(start, start + length))
    opening.lastIndex = start + length
  }
  return found
}

function argumentsIn(inner: string): unknown {
  const given = pairs(inner, PARAMETER)
  return Object.keys(given).length ? given : (parseJson(inner) ?? {})
}

function namedCalls(text: string, tools: readonly ToolSpec[]): WrittenCall[] {
  const calls: WrittenCall[] = []
  let from = 0
  for (const { 1: name = '', index } of text.matchAll(NAMED)) {
    if (index < from || !toolCalled(tools, name)) continue
    const start = text.indexOf('{', index)
    const end = closing(text, start)
    const args = end < 0 ? undefined : parseJson(text.slice(start, end))
    if (!isObject(args)) continue
    calls.push({ name, args })
    from = end
  }
  return calls
}

/** A call in tags: JSON, or a tag that names it. */
const IN_TAGS =
  /^<(?:[\w:|]*(?:tool|function)_calls?\|?>\s*(?:[[{]|<(?:function=|invoke name=))|function=|invoke name=)/i
const NAME = new RegExp(
  `"(?:${NAMES.join('|')})"\\s*:\\s*"([^"\\\\]{1,80})"|<(?:function=|invoke name=)["']?([\\w.-]+)`,
  'i',
)

/** A call in tags that cannot be parsed, to report to the model; null = not a call. */
export function failedCall(written: string): WrittenCall | null {
  if (!IN_TAGS.test(written)) return null
  const [, inJson, inTag] = NAME.exec(written) ?? []
  const value = findJson(written)[0]?.value
  const given = isObject(value) ? ARGUMENTS.map((key) => value[key]).find(isObject) : undefined
  return { name: inJson ?? inTag ?? '', args: given ?? written.replaceAll(/^<[^>]*>|<\/[^>]*>$/g, '').trim() }
}
