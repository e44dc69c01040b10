import { isQuestion } from '../question'
import { sentencesOf } from '../sentences'

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** Doubt, jokes and irony: the whole sentence states nothing. */
const DOUBT = whole(
  "i (?:think|guess|suppose|reckon|wonder|doubt|wish|hope|assume|imagine)|maybe|perhaps|probably|possibly|might|supposedly|not sure(?!.* but )|if only|(?:do not|don['’]t|dont) know(?!.* but )|lol|ha(?:ha)+|hehe|lmao|rofl|just kidding|jk|joking|as if i|yeah,? right|oh,? (?:sure|great|yes,? because)|yeah,? sure|sure,? because|clearly because|because obviously",
)
const SMILE = /[😂🤣😜😏🙃😉🙄]|(?:^|\s)(?:;-?\)|\/s)(?=\s|$)/u
/** A sentence that begins like this is about what is not, or is no longer, so. */
const CONDITION =
  /^\W*(?:(?:and|but|so|or|well|then|also|oh)[\s,]+)*(?:if|unless|suppose|supposing|imagine|say i|let['’]?s say|let us say|assuming|provided|what if|whether|when (?:i|we|my) \p{L}+ ?(?:was|were|ed)?\b.*\b(?:was|were|had|little|young|small)|once upon|as an? (?:child|kid|boy|girl|teenager|student)|years ago|back (?:in|when)|in those days|(?:un)?til \p{L}+|had i|were i|should i|as soon as|once i|next (?:year|month|week)|in my next)(?!\p{L})/iu
const CODE =
  /[{}<>\\|]|\/\/(?!\S*\.)|\w\(\)|;\s*$|^\s*(?:const|let|var|def|import|return|SELECT|#include|print)\s|\w\s?==?\s?["'\w]/u

/** From here on the message is a story or a game. */
const FICTION = whole(
  "role[- ]?play(?:ing)?|pretend|make-believe|fiction(?:al)?|screenplay|lyrics?|once upon a time|(?:in|for|from|of|about|into) (?:my|our|the|this|that|a|an) (?:(?:new|short|first|next|second|fantasy|crime|school) )*(?:story|novel|book|game|dream|film|movie|play|script|poem|song|sketch|campaign|comic|scene|musical|nightmare|chapter|tale|fairy tale|sim|role)|(?:my|the|our|his|her) (?:main )?(?:character|hero|heroine|protagonist|villain|avatar|narrator|antagonist|alter ego|persona)|fanfic\\p{L}*|novella|manuscript|dungeon master|side quest|my (?:\\p{L}+ )?(?:wizard|elf|orc|knight|paladin|rogue|dragon|detective|spaceship|starship|kingdom|vampire|witch|superhero|barbarian|ranger|druid|bard|dwarf|warlock|sorcerer|sim)|let['’]?s play|act as|you are now|d&d|dungeons|write (?:me )?(?:a|an|the) (?:\\p{L}+ )?(?:story|poem|scene|song|limerick|haiku|dialogue|monologue|letter|speech)|i dream(?:t|ed)|chapter \\d+|opening line|first line",
)
const MUSIC = /[♪♫🎵🎶]/u
/** What follows is text to work on. */
const PAYLOAD = whole(
  'translat\\p{L}+|correct|rewrite|rephrase|paraphrase|proofread|shorten|summari[sz]e|edit|polish|improve|check|fix|say|spell|punctuate|reword|grammar|sentence|paragraph|example|template|caption|headline|website|bio|profile|subject line|advert|review|transcript|email says|letter says|sign says|note says|quote|draft|cover letter|dear \\p{L}+',
)
const GREETING_LINE = /^[ \t]{0,8}(?:dear .{1,60},|(?:hi|hello) [^,\n]{1,40},)[ \t]{0,8}$/imu
const SIGN_OFF =
  /^[ \t]{0,8}(?:(?:(?:kind|best|warm(?:est)?|many) )?regards|yours(?: \p{L}+)?|sincerely|best wishes|cheers|thanks|all the best) ?,?[ \t]{0,8}$/imu
const FENCED = /```[\s\S]*?(?:```|$)/g
const QUOTED_LINE = /^[ \t]{0,8}>.*$/gm
/** Quoted words, unless they are a short name. */
const QUOTES = /["“«][^"”»]*(?:["”»]|$)|(?<![\p{L}\p{N}])['‘][^'’]{12,}?(?:['’](?!\p{L})|$)/gu

/** Words of someone else that announce what follows as theirs. */
export const REPORTED = whole(
  "said|says|saying|tells?|told|goes|went|asked|asks|replied|claims?|claimed|wrote|writes|texted|insists?|heard|reads|shouted|yelled|answered|thinks?|thought|believes?|pretends?|announced|sings?|sang|was like|is like|quote|you are|you['’]re|lyrics|joke|whether|if|imagine|suppose|would|wishes|wished",
)
const REPORTED_AFTER =
  /,\s*(?:he|she|they|it|my [\p{L}-]+|the [\p{L}-]+|\p{Lu}\p{L}+)\s+(?:said|says|told|goes|shouted|replied|wrote|claims?|claimed|insists?|thinks)(?!\p{L})/u

const QUESTION_PART =
  /^(.{4,}?)\s*(?:[,;:–—-]|(?<=\s)(?:so|and|but))\s*(?=(?:(?:so|and|but)\s+)?(?:what|which|who|how|where|when|why|is|are|do|does|did|can|could|will|would|should|shall|any|have|has|may)(?!\p{L}))[^?]*\?\W*$/iu

/** The part of a question that states something first ("I'm vegan, what can I eat?"). */
function statement(sentence: string): string {
  if (!isQuestion(sentence)) return sentence
  const first = QUESTION_PART.exec(sentence)?.[1] ?? ''
  return isQuestion(first) ? '' : first
}

/** Own words of a message: without code, quoted lines and pasted letters. */
function ownWords(message: string): string {
  const text = message.replace(FENCED, '\n').replace(QUOTED_LINE, '')
  const letter = SIGN_OFF.test(text) ? text.search(GREETING_LINE) : -1
  return letter < 0 ? text : text.slice(0, letter)
}

/** At most this many sentences of a message are read. */
const MAX_SENTENCES = 150
/** Addresses, keys and noise. A word this long is no part of a statement. */
const LONG_WORD = /\S{60,}/gu

/** What a message states for real: a sentence as written, with the part of it that may hold facts. */
export function statements(message: string): { sentence: string; stated: string }[] {
  const found: { sentence: string; stated: string }[] = []
  for (const sentence of sentencesOf(ownWords(message)).slice(0, MAX_SENTENCES)) {
    if (FICTION.test(sentence) || MUSIC.test(sentence)) break
    const payload = /[:"“\n]/.exec(sentence)
    if (payload && PAYLOAD.test(sentence.slice(0, payload.index))) break
    const plain = sentence
      .replace(LONG_WORD, '…')
      .replace(QUOTES, (quoted) => (quoted.split(/\s+/).length > 3 ? ' … ' : quoted.replace(/["“”«»]/g, '')))
    const stated = statement(plain)
    if (
      stated !== '' &&
      !DOUBT.test(stated) &&
      !SMILE.test(sentence) &&
      !CONDITION.test(stated) &&
      !CODE.test(stated) &&
      !REPORTED_AFTER.test(stated)
    )
      found.push({ sentence, stated })
  }
  return found
}
