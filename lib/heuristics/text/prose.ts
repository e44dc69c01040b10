import { wordSet, wordsOf } from './words'

/** A block of code in Markdown; an unclosed one continues to the end. */
const CODE = /^ {0,3}(```|~~~)[^\n]*\n(?:(?! {0,3}\1)[^\n]*\n?)*(?: {0,3}\1[`~]*[^\S\n]*\n?)?/gm
export const proseOf = (text: string): string => text.replace(CODE, '').trim()

const BACK = wordSet(
  'he she it they him her his hers its them their theirs er sie es ihn ihm ihr ihre sein seine il elle lui leur él ella ellos ellas su sus',
)
/** Whether a text may refer back: it has a pronoun, or is in no Latin script. */
export const refersBack = (text: string): boolean =>
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text) ||
  wordsOf(text).some(({ lower }) => BACK.has(lower))
