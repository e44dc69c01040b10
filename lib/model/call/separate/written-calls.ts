import type { ToolSpec } from '@/lib/model/types'
import { toolCalled } from '../tool-calls'
import { isObject, parseJson } from '../wire/fault'
import type { Json } from '../wire/stream'
import { closing, findJson } from './json-extract'

export type WrittenCall = { name: string; args: unknown }

const NAMES = ['tool', 'name', 'tool_name', 'function', 'function_name', 'recipient_name', 'action']
const ARGUMENTS = ['args', 'arguments', 'parameters', 'params', 'input', 'tool_input', 'action_input']
/** Keys with which a call in JSON may begin. */
export const CALL_KEYS = [...NAMES, ...ARGUMENTS, 'type', 'id', 'tool_calls', 'tool_call', 'tool_uses']
const DECISION = 'continue_thinking'

const isOurForm = ({ tool, args, ...rest }: Json) =>
  typeof tool === 'string' && (isObject(args) || args === undefined) && Object.keys(rest).length === 0

/** The calls of known tools in one JSON value. `{"tool": …}`, the form we ask for, may name an unknown one. */
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
  if (typeof value.continueThinking === 'boolean' && toolCalled(tools, DECISION))
    return [{ name: DECISION, args: value }]
  return []
}

const trimmed = (value = '') => value.replace(/^\r?\n|\r?\n$/g, '')
const pairs = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, key = '', value]) => [key.trim(), trimmed(value)]))

const FUNCTION = /<function=["']?([\w.-]+)["']?>([\s\S]*?)(?:<\/function>|$)/g
const PARAMETER = /<parameter=["']?([\w.-]+)["']?>([\s\S]*?)(?:<\/parameter>|$)/g
const INVOKE = /<invoke name=["']?([\w.-]+)["']?>([\s\S]*?)(?:<\/invoke>|$)/g
const INVOKE_PARAMETER = /<parameter name=["']?([\w.-]+)["']?[^>]*>([\s\S]*?)(?:<\/parameter>|$)/g
const KEY_VALUE = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)(?:<\/arg_value>|$)/g
const CHILD = /<([\w-]+)>([\s\S]*?)<\/\1>/g
/** The name of a tool, then its arguments as JSON within reach. */
const NAMED = /(?:^|[^\w-])(?:functions\.)?([\w-]+)(?::\d+)?(?=[^\w{][^{]{0,60}\{|\{)/g

/** The calls of known tools that a model wrote as text, in any of the usual forms; [] = it is no call. */
export function writtenCalls(written: string, tools: readonly ToolSpec[]): WrittenCall[] {
  if (tools.length === 0) return []
  const text = written.replaceAll('｜DSML｜', '')
  const known = ({ name }: WrittenCall) => toolCalled(tools, name) !== undefined
  const tagged = [
    ...[...text.matchAll(FUNCTION)].map(([, name = '', inner = '']) => ({ name, args: argumentsIn(inner) })),
    ...[...text.matchAll(INVOKE)].map(([, name = '', inner = '']) => ({
      name,
      args: pairs(inner, INVOKE_PARAMETER),
    })),
  ].filter(known)
  if (tagged.length) return tagged
  if (/<arg_key>/.test(text)) {
    const name = /^\s*(?:<tool_call>)?\s*([\w.-]+)/i.exec(text)?.[1] ?? ''
    return [{ name, args: pairs(text, KEY_VALUE) }].filter(known)
  }
  const [, tag = '', children = ''] = /^\s*<([\w-]+)>([\s\S]*)<\/\1>\s*$/.exec(text) ?? []
  if (toolCalled(tools, tag)) return [{ name: tag, args: pairs(children, CHILD) }]
  const inJson = findJson(text).flatMap(({ value }) => callsOf(value, tools))
  if (inJson.length) return inJson
  return namedCalls(text, tools)
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
