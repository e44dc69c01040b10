import { isFunctionWord, type Language } from '@/lib/shared/languages'
import { fold } from '@/lib/shared/words'

export type { Language }

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(fold))

/** English words that say little, more than search leaves out. */
export const ENGLISH = wordSet(
  `a an the and or but nor so yet if then else than that this these those there here it its itself he she him her his hers they them their theirs we us our ours you your yours i me my mine myself yourself
    is am are was were be been being do does did done doing have has had having can could will would shall should may might must ought of in on at to from by with without for as into onto about over under
    up down out off again also too very just not no only own same such both each any some all more most other what which who whom whose when where why how while because until during before after between
    through above below against let lets please ok okay yes isn aren wasn weren don doesn didn won wouldn couldn shouldn hasn haven hadn ain im ive id youre youve theyre weve dont doesnt didnt whats wheres whos
    hows get got gets really actually now well still ever even much many lot`,
)
export const isStopWord = (word: string, language: Language | null) =>
  language === 'en' ? ENGLISH.has(word) : isFunctionWord(word, language)
