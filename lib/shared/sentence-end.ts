/**
 * Text before a full stop that never ends a sentence: initials, titles, and abbreviations that are always
 * followed by something.
 */
const SHORTENED =
  /(?:^|[\s.(“„"'])(?:(?!I)\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Hr|Hrn|Fr|Fa|vs|etc|ca|bzw|bspw|usw|inkl|exkl|zzgl|evtl|ggf|vgl|sog|z\.\s?[BT]|d\.\s?h|u\.\s?a|v\.\s?a|o\.\s?[ÄäGg]|m\.\s?E|i\.\s?d\.\s?R|e\.\s?g|i\.\s?e|approx|Mme|Sra|Ud)\.\s*$/u
/** Abbreviations only before a number. */
const COUNTED =
  /(?:^|[\s.(“„"'])(?:No|Nr|Nos|Fig|Abb|Sec|Abs|Art|Kap|Bd|Vol|[Mm]ax|[Mm]in|Tel|pp?|Jan|Feb|Mär|Apr|Aug|Sept?|Okt|Oct|Nov|Dez|Dec)\.\s*$/u
/** The first half of "z. B." and similar, with its continuation. */
const HALF = /(?:^|[\s(“„"'])(?<first>[zduovmi])\.\s*$/u
const SECOND: Record<string, RegExp> = {
  z: /^[BT]\./,
  d: /^h\./,
  u: /^[aUÄä]\./,
  o: /^[ÄäGg]\./,
  v: /^[aH]\./,
  m: /^[EW]\./,
  i: /^(?:d\.|e\.|A\.)/,
}

const ORDINAL = /(?:^|[\s(“„"'])\d{1,3}\.\s*$/u
const MONTH =
  /^(?:Jan|Feb|Mär|Maer|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)(?=\P{L}|$)|^(?:Januar|Jänner|Februar|Feber|April|Juni|Juli|August|September|Oktober|November|Dezember|January|February|March|May|June|July|October|December)(?!\p{L})/u
/** What precedes a German ordinal ("am 3. Stock"). */
const BEFORE_ORDINAL =
  /(?:^|[\s(“„"'])(?:[Aa]m|[Vv]om|[Zz]um|[Zz]ur|[Ii]m|[Bb]eim|[Aa]b|[Bb]is|[Ss]eit|[Dd](?:er|ie|as|en|em|es)|[Ee]ine[mnrs]?|[Jj]ede[mnrs]?|[Mm]eine?[mnrs]?|[Uu]nsere?[mnrs]?)\s+\d{1,3}\.\s*$/u
/** Words that never follow an ordinal, so they begin a sentence. */
const BEGINS =
  /^(?:und|oder|aber|dann|danach|ich|du|er|sie|es|wir|ihr|das|der|die|den|dem|ein|eine|mein|meine|in|im|am|an|auf|bei|mit|von|zu|nach|vor|heute|morgen|gestern|jetzt|also|da|dort|hier|wann|wo|wie|was|wer|warum|ja|nein|nicht|auch|so|wenn|weil|the|then|and|but|we|you|he|she|it|they|my|our)(?!\p{L})/iu

/** How much text these rules look at. */
const REACH = 24

/**
 * Whether a sentence ends with the full stop at the end of `before`, given what follows it. "Am 3. Mai", "z.
 * B.", "Dr. Weber" and "No. 5" continue.
 */
export function endsSentence(before: string, after: string): boolean {
  const end = before.slice(-REACH)
  if (!/\.\s*$/.test(end)) return true
  if (SHORTENED.test(end)) return false
  if (COUNTED.test(end)) return !/^\p{N}/u.test(after)
  const first = HALF.exec(end)?.groups?.first
  if (first) return !SECOND[first]?.test(after)
  if (!ORDINAL.test(end)) return true
  if (MONTH.test(after)) return false
  return !BEFORE_ORDINAL.test(end) || !/^(?:\p{Lu}|\p{N}{1,2}\.)/u.test(after) || BEGINS.test(after)
}
