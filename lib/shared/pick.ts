/** The words of a text, which are separated by single blanks. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text

/** The names in a text, separated by blanks. */
export const namesIn = <Text extends string>(text: Text) => text.split(' ') as Words<Text>[]

/** The same value for each of these names. */
export const each = <Names extends string, Value>(names: Names, value: Value) =>
  Object.fromEntries(namesIn(names).map((name) => [name, value])) as Record<Words<Names>, Value>

/** The fields of a row with these names. */
export const pick = <Row extends object, Names extends string>(row: Row, names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, row[name as keyof Row]])) as Pick<
    Row,
    Words<Names> & keyof Row
  >

/** The fields that have a value. */
export const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
