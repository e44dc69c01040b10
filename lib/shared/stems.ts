import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { Language } from '@/lib/shared/languages'

/** Snowball's stemmers. That of English is in `shared/words`: Porter's, which finds more than Orama's. */
const STEMMERS: Partial<Record<Language, (word: string) => string>> = {
  de: german,
  fr: (word) => french(word.replace(/^(?:[cdjlmnst]|qu)'/, '')),
  es: spanish,
  pt: portuguese,
  ru: russian,
  // Snowball leaves the article of short words, an "and" before it, and the feminine ending before "my".
  ar: (word) =>
    arabic(word.replace(/^[وف](?=ال)/, '').replace(/^(?:[بك]?ال|لل)(?=.{3,4}$)/, '')).replace(
      /(?<=.{3})ت$/,
      '',
    ),
  hi: hindi,
}
export const STEMMED = Object.keys(STEMMERS) as readonly Language[]

/** What forms of a folded word share in a language other than English; null without a stemmer. */
export const stemIn = (folded: string, language: Language): string | null =>
  /^[\p{L}\p{M}'’]{3,40}$/u.test(folded) ? (STEMMERS[language]?.(folded) ?? null) : null
