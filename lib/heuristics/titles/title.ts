import { limits } from '@/lib/shared/limits'
import { plainName } from '@/lib/shared/plain-name'
import { isQuestion, messageKind, politely } from '../question'
import { edgesOf } from '../text/edges'
import { sentencesOf } from '../text/sentences'
import { isStopWord, type Language, languageOfText, type TextWord, wordSet, wordsOf } from '../text/words'

const WORDLESS = 12
/** Emphasis, but not the sign between two numbers. */
const MARKUP = /```[\s\S]*?(?:```|$)|^[#>*\-\s]+|(?<!\d ?)[*_`~]+|[*_`~]+(?! ?\d)|https?:\/\/\S+/gm
/** Pasted HTML. In a sentence a tag can be the subject. */
const STARTS_WITH_TAG = /^\s*<[a-z][^<>]*>/i
const TAG = /<\/?[a-z][^<>]*>/gi
const CUT_TAG = /<\/?[\p{L}\p{N}-]+$/u
/** "Where did I say I left the keys": the question is where I left them. */
const SAID =
  /^(what|when|where|how|which|who) (?:did|do|have|had) (?:i|we|you) (?:tell|told|say|said|mention|know)(?:ed)? (?:you |me |us )?(?:that )?(?=(?:i|we|he|she|it|they|my|our|his|her|their) )/i
/** Openings that say nothing about the subject. One may follow another. */
const OPENING =
  /^(?:(?:what|when|where|how|which|who) (?:did|do|have|had) (?:i|we|you) (?:tell|told|say|said|mention|know|talk|discuss)(?:ed)? (?:you |me |us )?(?:about )?|(?:do|did|can|could) you (?:please )?(?:remember|recall|know|have|tell me|explain|recommend|suggest) (?:to |about |any )?|(?:can you )?(?:please )?help me(?: with| to)? |(?:tell|show|give|remind) me (?:about |of |that |a |an |the )?|i(?:'d| would) like (?:you )?to (?:know )?|i (?:want|need|have) (?:you )?to |(?:remember|note) that |in (?:this|the|my) (?:picture|image|photo|screenshot|attachment|file)s?,? |how (?:do|can|should) (?:i|we|you) |should (?:i|we) |(?:explain|describe|summari[sz]e|outline|list|suggest|recommend) (?:(?:the|a|an) |(?=how |why |what ))|what(?: (?:is|are|was|were)|'s|’s) (?:the |a |an )?|is there (?:a |an |any )?|ich (?:möchte|will|würde gerne?) (?:wissen,? )?(?:wie |ob |was )?|je voudrais (?:savoir )?|quiero (?:saber )?)+/i
/** "What is my mum allergic to": without its first words it would say nothing. */
const STRANDED =
  /^(?:what|who)(?: (?:is|are|was|were)|['’]s) .*\b(?:about|at|called|for|from|in|named|of|on|to|with)\W*$/i
/** A clause is title enough. In a short English phrase a comma alone does not end it. */
const NEXT = String.raw`\s(?:and|because) (?=(?:i|we|he|she|it|they|you|my|our|his|her|its|their)\b)`
const CLAUSE = new RegExp(String.raw`[,;，；：、]|\s[–—-]\s|${NEXT}`, 'iu')
const NEXT_CLAUSE = new RegExp(String.raw`,(?= (?:and|but|so|or|because)\b)|;|\s[–—-]\s|${NEXT}`, 'iu')
const PAIRS: Record<string, string> = { '"': '"', '“': '”', '(': ')', '[': ']', '«': '»', '`': '`' }

const TEMPLATE_TOKEN = /<\|[^<>\n]{1,40}\|>|\[\/?INST\]/g
/** Line by line, since a line break may end a sentence. */
const readable = (text: string) => text.replace(TEMPLATE_TOKEN, ' ').split('\n').map(plainName).join('\n')

/** A title from the beginning of the text, without courtesies or final punctuation, in any language. */
export function titleOf(text: string): string {
  const begun = readable(edgesOf(text))
  const clean = (STARTS_WITH_TAG.test(begun) ? begun.replace(TAG, ' ') : begun).replace(MARKUP, ' ')
  const source = wordsOf(clean).length > 0 ? clean : begun
  const sentences = sentencesOf(source)
  const subject =
    sentences.find(
      (sentence) => !['greeting', 'thanks', 'acknowledgement', 'empty'].includes(messageKind(sentence)),
    ) ??
    sentences[0] ??
    ''
  const polite = politely(subject)
  const asked = polite.slice(1 + polite.search(/: /)).trim()
  const question = (isQuestion(asked) ? asked : polite).replace(SAID, '$1 ')
  const opened = STRANDED.test(question) ? question : question.replace(OPENING, '')
  const stripped = languageOfText(subject) === 'en' ? withoutSubject(opened) : opened
  return (
    shorten(
      wordsOf(stripped).length >= 2 && /\p{L}/u.test(stripped)
        ? stripped
        : wordsOf(polite).length > 0
          ? polite
          : subject,
    ) || wordless(begun.trim())
  )
}

/**
 * Whether a title is words of a text in order, as earlier versions gave; the last may be cut. One proves
 * nothing.
 */
export function isTakenFrom(title: string, text: string): boolean {
  const named = wordsOf(title).map(({ lower }) => lower)
  const cut = title.trimEnd().endsWith('…') ? named.length - 1 : -1
  let found = 0
  for (const { lower } of wordsOf(text.replace(MARKUP, ' '))) {
    const word = named[found]
    if (word !== undefined && (found === cut ? lower.startsWith(word) : lower === word)) found++
  }
  return named.length > 1 && found === named.length
}

export const titleFor = (text: string) => titleOf(text) || 'New conversation'
/** Whether a title was made from a text without a model, by this or an earlier version. */
export const isTitleFor = (title: string, text: string) =>
  titleFor(text) === title || isTakenFrom(title, text)

function wordless(text: string): string {
  const start = [...text].slice(0, WORDLESS).join('')
  return start.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, '') || start
}

function shorten(phrase: string): string {
  const language = languageOfText(phrase)
  const clause = (language === 'en' && isShort(phrase) ? NEXT_CLAUSE : CLAUSE).exec(phrase)?.index
  const begun = phrase.slice(0, clause)
  const text = wordsOf(begun).length >= MIN_WORDS ? begun : phrase
  const words = wordsOf(text)
  const first = words[0]
  if (!first) return ''
  const to = titleCut(text, words, language)
  const title = balanced(text, first.at, to).replace(/\s+/g, ' ')
  const shown = /^\p{Ll}[\p{Ll}'’]*(?=:?\s|$)/u.test(title)
    ? title.charAt(0).toLocaleUpperCase('en') + title.slice(1)
    : title
  return [...shown].slice(0, limits.conversation.titleMaxChars).join('').trim()
}

/** A slice with its closing bracket or quotation mark, or without a mark whose other half is cut off. */
function balanced(text: string, from: number, to: number): string {
  const sliced = text.slice(from, to)
  const slice = CUT_TAG.test(sliced) && text[to] === '>' ? `${sliced}>` : sliced
  for (const [open, close] of Object.entries(PAIRS)) {
    const opened = slice.split(open).length - 1
    const closed = open === close ? Math.floor(opened / 2) : slice.split(close).length - 1
    if (open === close ? opened % 2 === 0 : opened === closed) continue
    if (opened > closed && text.startsWith(close, to)) return slice + close
    return slice.replaceAll(open, '').replaceAll(close, '')
  }
  return slice
}

/** A phrase this long is a title as it is; of a longer one at most `CUT` characters are used. */
const WHOLE = 56
const CUT = 52
const MIN_WORDS = 3
/** Words that begin a new part of a sentence, so that what comes before can stand alone. */
const LINKS = wordSet(
  'in on at to from by with without for as into onto about over under between through during before after until since near and or but nor so because while when where which who that if than against across along around',
)

const isShort = (phrase: string) => [...phrase].length <= WHOLE

/** Where the longest beginning of a phrase ends that fits and reads as a whole. */
function titleCut(text: string, words: readonly TextWord[], language: Language | null): number {
  const endOf = (count: number) => (words[count - 1]?.at ?? 0) + (words[count - 1]?.text.length ?? 0)
  const upTo = (count: number) => text.slice(words[0]?.at, endOf(count))
  if (isShort(upTo(words.length))) return endOf(words.length)
  const isStop = (word?: TextWord) => isStopWord(word?.lower ?? '', language)
  const isBreak = (count: number) =>
    !/(?:^|\s)'[^']*$/.test(upTo(count)) &&
    (LINKS.has(words[count]?.lower ?? '') || /[:,;()–—]/.test(text.slice(endOf(count), words[count]?.at)))
  const fits = words.map((_, i) => i + 1).filter((count) => [...upTo(count)].length <= CUT)
  const ends = fits.filter((count) => count >= MIN_WORDS && !isStop(words[count - 1]))
  return endOf((language === 'en' ? ends.findLast(isBreak) : undefined) ?? ends.at(-1) ?? fits.at(-1) ?? 1)
}

const SUBJECT =
  /^(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Tt]here)(?:['’](?:m|ve|d|re|s|ll))?(?: (?:am|are|is|was|were|have|has|had|been|will|would|should|shall|just|also|recently|finally|already|really|still|currently|now)(?! not\b))*(?: to)? (?!not\b)/
const WONDERED =
  /^(?:(?:thinking|wondering|talking|worried|worrying|dreaming|curious|reading|confused) (?:about|of|whether|if|how)|(?:planning|looking|trying|hoping|going|wanting|want|wants|need|needs|plan|plans|like|hope|hopes) (?:for|to)|working on|planning|feel(?:ing)?) /i
const OBJECT =
  /^(?:bought|got|found|made|planted|have|own|lost|sold|built|adopted|ordered|inherited|need|want|saw|read) (?:an? |the |some |my |our |this |these )(?=\S+ \S)/i
const ARTICLE = /^(?:an? |some )(?=\S+ \S)/i
const BEST_WAY = /^(?:the )?(?:(?:best|easiest|right|fastest|cheapest|proper) )?way (?:to|of) /i
const MOST_STRIPPED = 3
const SHORT = 4
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

function withoutSubject(sentence: string): string {
  if (words(sentence) <= SHORT) return sentence
  let topic = sentence
  for (let stripped = 0; stripped < MOST_STRIPPED; stripped++) {
    const subject = SUBJECT.exec(topic)?.[0] ?? ''
    const rest = topic.slice(subject.length)
    const verb = (subject ? (WONDERED.exec(rest) ?? OBJECT.exec(rest)) : null)?.[0] ?? ''
    if (!verb && /^\S+ $/.test(subject) && !/['’]/.test(subject)) break
    const next = rest
      .slice(verb.length)
      .replace(BEST_WAY, '')
      .replace(subject ? ARTICLE : /^(?!)/, '')
    if (next === topic || words(next) < 2) break
    topic = next
  }
  return topic
}
