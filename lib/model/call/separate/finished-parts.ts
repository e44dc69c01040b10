import { parsePartialJson } from 'ai'
import { isObject } from '../wire/fault'
import { findJson } from './json-extract'

/** The fields that a model finished of an object that does not fit as a whole, or was cut off. */
export async function finishedParts(text: string): Promise<object> {
  const whole = findJson(text).find(({ value }) => isObject(value))?.value
  if (isObject(whole)) return whole
  const from = text.indexOf('{')
  const { value } = await parsePartialJson(from < 0 ? '' : text.slice(from))
  // The last one is where it was cut.
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, -1)) : {}
}
