import type { JSONSchema7, JSONSchema7Definition } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Json } from '@/lib/model/types'
import { storableJson } from '@/lib/shared/storable'
import { lenientJson } from './separate/json-extract'
import { isObject } from './wire/fault'

/**
 * What other models call an argument, in plain letters. Not described: the tool list is part of every prompt.
 */
const ALIASES: Record<string, string> = {
  path: 'file filepath filename targetfile absolutepath relativepath',
  text: 'content contents filetext filecontent body data query pattern search keyword keywords',
  find: 'oldstring oldstr oldtext old search original',
  replace: 'newstring newstr newtext new replacement',
  all: 'replaceall everywhere',
  from: 'startline linestart fromline start offset',
  to: 'endline lineend toline end',
  key: 'name id variable',
  value: 'content text data',
  query: 'keywords keyword queries search searchquery searchterm q text question topic',
  keywords: 'query queries keyword search searchquery q text topic',
  topic: 'query keywords keyword subject q',
  ids: 'turnnumbers turnnumber turns turn numbers contextids contextid contexts context id labels label',
  timerange: 'range period timeframe timeperiod dates when time',
  compareto: 'comparewith compare',
  at: 'time date when timerange',
  subject: 'entity about',
  predicate: 'attribute property relation',
  limit: 'maxresults topk k count numresults',
  conversation: 'conversationid',
  answer: 'result response finalanswer content text message summary',
  continuethinking: 'continue',
  reason: 'reasoning thought explanation',
  nextfocus: 'focus next',
}
/** Arguments whose texts are of lines; others are of words. */
const OF_LINES = ['text', 'find', 'replace', 'value', 'answer']
/** Of thousands of unknown names these are looked at. */
const MOST_SPARE = 30
const plain = (name: string) => name.toLowerCase().replace(/[_\s-]/g, '')
/** The only key of an object that holds the arguments one level down. */
const WRAPPERS = ['arguments', 'args', 'parameters', 'params', 'input']

function jsonOr(text: string): unknown {
  const read = lenientJson(text)
  return read === undefined ? text : storableJson(read)
}

/** Arguments under the names of the schema. What it does not know stays under its own name. */
function renamed(given: Json, known: readonly string[]): Json {
  const names = new Map<string, string>()
  const spare = Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_SPARE)
  for (const isSame of [
    (target: string, name: string) => plain(target) === plain(name),
    (target: string, name: string) => ALIASES[plain(target)]?.split(' ').includes(plain(name)),
  ])
    for (const target of known) {
      if (Object.hasOwn(given, target) || [...names.values()].includes(target)) continue
      const name = spare.find((each) => !names.has(each) && isSame(target, each))
      if (name !== undefined) names.set(name, target)
    }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [names.get(name) ?? name, value]))
}

/** A value in the type that its schema wants, where it can be meant so; else unchanged. */
function fitted(value: unknown, wanted: JSONSchema7Definition | undefined, between = ' '): unknown {
  if (typeof wanted !== 'object' || value === null) return value
  const text = typeof value === 'string' ? value.trim() : String(value)
  switch (wanted.type) {
    case 'boolean':
      return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : value
    case 'integer':
    case 'number':
      return typeof value === 'string' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : value
    case 'array': {
      const read = typeof value === 'string' && text.startsWith('[') ? jsonOr(text) : value
      const list = Array.isArray(read) ? read : [read]
      return list.map((item) => fitted(item, wanted.items as JSONSchema7Definition | undefined))
    }
    case 'string':
      if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(between)
      return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
    default:
      return value
  }
}

export type Arguments<T> = { ok: true; args: T } | { ok: false; problem: string }

/**
 * Reads arguments as models write them, with other names and types; what is missing or unknown is told to the
 * model.
 */
export function readArguments<S extends z.ZodType>(
  schema: S,
  { properties = {}, required = [] }: JSONSchema7,
  given: unknown,
): Arguments<z.output<S>> {
  let read = typeof given === 'string' ? jsonOr(given.trim() || '{}') : (given ?? {})
  if (typeof read === 'string') read = jsonOr(read)
  if (!isObject(read))
    return { ok: false, problem: 'The arguments are not valid JSON. Send one JSON object.' }
  const known = Object.keys(properties)
  const [only, ...others] = Object.keys(read)
  const inner =
    only !== undefined && others.length === 0 && WRAPPERS.includes(plain(only)) ? read[only] : null
  const fields = renamed(isObject(inner) && !known.includes(only ?? '') ? inner : read, known)
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, args: parsed.data }
  const meant = Object.entries(fields)
    .filter(([name, value]) => value !== null || required.includes(name))
    .map(([name, value]) => [
      name,
      fitted(
        value,
        Object.hasOwn(properties, name) ? properties[name] : undefined,
        OF_LINES.includes(name) ? '\n' : ' ',
      ),
    ])
  const again = schema.safeParse(Object.fromEntries(meant))
  if (again.success) return { ok: true, args: again.data }
  const unknown = Object.keys(fields).filter((name) => !known.includes(name))
  const names = unknown.slice(0, 8).map((name) => `"${name.slice(0, 40)}"`)
  const odd = names.length ? `\nNot known: ${names.join(', ')}. The arguments are: ${known.join(', ')}.` : ''
  return { ok: false, problem: `The arguments do not fit:\n${z.prettifyError(again.error)}${odd}` }
}
