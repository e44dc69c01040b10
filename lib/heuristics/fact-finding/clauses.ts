import { VERB } from './verbs'

const LEAD =
  "(?:(?:hi|hello|hey|ok|okay|oh|well|so|and|but|also|plus|anyway|actually|basically|honestly|sadly|luckily|fortunately|unfortunately|now|currently|today|nowadays|professionally|for work|by day|for a living|originally|personally|yes|yep|no|remember|note|please|btw|fyi|by the way|these days|at the moment|right now|as of (?:this|last) \\p{L}+|(?:since|from) \\p{L}+ (?:on)?|just so you know|so you know|you should know|for (?:context|the record|reference|info|background|what it['’]s worth)|in case \\p{L}+ \\p{L}+|to be clear|that|because|since|as|although|though|while|whereas|given(?: that)?|like i said|as i said|good news|update|correction|keep in mind|don['’]t forget|incidentally|of course|both|tbh|by (?:trade|profession|birth)|given|seeing (?:as|that)|considering(?: that)?|now that|(?:the )?(?:thing|truth) is|as you know|i should (?:say|mention|add)|i (?:must|have to) (?:say|admit|confess)|(?:last|this|every) \\p{L}+|in \\d{4}|in \\p{L}+|on \\p{L}+days?|(?:a|two|three|few) (?:few )?(?:years?|months?|weeks?) ago|turns out|it turns out|you can|just|do|feel free to|p\\.?s\\.?|heads[- ]up|fun fact|to be honest|for years)[\\s,:!]+)*"
const STARTS = new RegExp(
  `(?:^[\\s\\p{P}]*|[,;:.!(—–]\\s*|\\s-\\s|\\s(?:and|but|so|because|as|although|though|while|since|plus|that|whereas)\\s+)${LEAD}(?=(?:i|im|ive|we|my|our|he|she|it|they|his|her|its|their|call me|everyone|everybody|people|friends|my friends|most people|the name|name is|the (?:dog|cat))(?!\\p{L}))`,
  'giu',
)
const ELIDED = new RegExp(
  `(?:,\\s*(?:and\\s+|but\\s+|who\\s+|(?!like\\s))|\\s(?:and|but|who)\\s+)(?=${VERB}\\s)`,
  'giu',
)

/** No one states more than this in one sentence; the rest is a list or noise. */
const MAX_CLAUSES = 12

/**
 * A clause about one subject, up to the end of its sentence. `elided` = the subject is that of the clause
 * before.
 */
export type Clause = { text: string; at: number; elided: boolean }
export function clausesOf(text: string): Clause[] {
  const places = (form: RegExp, elided: boolean) =>
    [...text.matchAll(form)].map(({ index, 0: mark }) => ({ at: index + mark.length, elided }))
  const all = [...places(ELIDED, true), ...places(STARTS, false)].map(
    (clause) => [clause.at, clause] as const,
  )
  return [...new Map(all).values()]
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_CLAUSES)
    .map((clause) => ({ ...clause, text: text.slice(clause.at) }))
}
