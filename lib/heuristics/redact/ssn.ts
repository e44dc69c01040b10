import { type Span, spansOf } from '../secrets/secret-forms'

const HYPHENED = /(?=\d{3}-)(?<![\p{L}\p{N}]|\p{N}[-.])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}]|[-.]\d)/gu
/** Nine digits, in one run or spaced, are one only where something says so. */
const NAMED =
  /(?=\d{3})(?<=(?<![\p{L}\p{N}])(?:ssn|itin|social security(?: (?:number|no\.?|nr\.?|#))?)[^\d\n]{0,20})\d{3}[ .-]?\d{2}[ .-]?\d{4}(?![\p{L}\p{N}]|[-.]\d)/giu

/** Social security numbers of the United States. */
export const ssnsIn = (text: string): Span[] => [
  ...spansOf(text, HYPHENED).filter(
    ({ start }) => !/licen[cs]e[^\n]{0,14}$/i.test(text.slice(Math.max(0, start - 24), start)),
  ),
  ...spansOf(text, NAMED),
]
