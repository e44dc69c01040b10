import { ImportRefusal } from '@/lib/transfer/refusal'

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number'
function known<T>(value: unknown, is: (value: unknown) => value is T): T {
  if (is(value)) return value
  throw new ImportRefusal('One of its fields is of the wrong type.')
}

/** What must be there. @throws Refusal for another type */
export const fieldsOf = (value: unknown) => known(value, isFields)
export const saidOf = (value: unknown) => known(value, isText)
export const flagOf = (value: unknown) => known(value, isFlag)

/** What may be absent or null. Ids and names may be numbers. @throws Refusal for another type */
export const knownText = (value: unknown) => known(value ?? '', isText)
export const idOf = (value: unknown) => String(known(value ?? '', isName)).trim()
export const listOf = (value: unknown): unknown[] => known(value ?? [], Array.isArray)

/** The same where another type counts as absent. */
export const knownName = (value: unknown) => (isName(value) ? String(value).trim() : '')
export const anyText = (value: unknown) => (isText(value) ? value : '')
export const anyFields = (value: unknown): Fields => (isFields(value) ? value : {})
export const anyList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
