import { isQuestion } from '../question'
import { sentencesOf } from '../text/sentences'

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** Doubt, jokes and irony: the whole sentence states nothing. */
const DOUBT = whole(
  "i (?:think|guess|suppose|reckon|wonder|doubt|wish|hope|assume|imagine)|maybe|perhaps|probably|possibly|might|supposedly|not sure(?!.* but )|if only|(?<=^\\W*(?:honestly,? |well,? )?i (?:really )?)(?:do not|don['’]t|dont) know|(?:do not|don['’]t|dont) know (?:if|whether|that)|lol|ha(?:ha)+|hehe|lmao|rofl|just kidding|jk|joking|apparently|as if i|according to(?! plan)|we support|(?:said|says) (?:nobody|no one)|(?:nobody|no one) ever|yeah,? right|oh,? (?:sure|great|yes,? because)|yeah,? sure|sure,? because|clearly because|because obviously",
)
const SMILE = /[😂🤣😜😏🙃😉🙄]|(?:^|\s)(?:;-?\)|\/s)(?=\s|$)/u
/** Doubt about what follows from a statement: "She hates noise, so maybe a book." */
const AFTERTHOUGHT =
  /,\s*(?:so|but)\s+(?:maybe|perhaps|probably|possibly|i (?:think|guess|suppose|wonder|wish|hope))(?!\p{L}).*$/iu
const SCENARIO =
  /^\W*(?:(?:and|but|so|or|well|then|ok|okay|now)[\s,]+)*(?:(?:now )?(?:suppose|supposing|imagine|assume|assuming|picture this)|let['’]?s (?:say|assume|imagine|suppose)|say (?:i|we|my)|let (?:\p{L}|us assume) be|hypothetically|hypothetical\p{L}*:?)(?!\p{L})/iu
const CONDITION =
  /^\W*(?:(?:and|but|so|or|well|then|also|oh)[\s,]+)*(?:if|unless|not that|it['’]?s not (?:that|true)|it is not true|(?:please )?forget (?:that )?(?:i|we|my)|for (?:example|instance)|e\.g\.|provided|what if|whether|when (?:i|we|my) \p{L}+ ?(?:was|were|ed)?\b.*\b(?:was|were|had|little|young|small)|once upon|as an? (?:child|kid|boy|girl|teenager|student)|years ago|back (?:in|when)|in those days|(?:un)?til \p{L}+|had i|were i|should i|as soon as|once i|next (?:year|month|week)|in my next)(?!\p{L})/iu
/** "Forget that my car is a blue Skoda. I sold it" */
const FORGET =
  /^\W*(?:please )?forget (?:that )?(?:my|our) [\p{L} -]{2,30}? is (?:an? )?([^,.!]{2,40})(?:[,.!;–-]+ ?|$)/iu
const SOLD_IT = /(?<=^(?:i|we) (?:just )?(?:sold|scrapped|gave away|got rid of) )it(?!\p{L})/iu
const CODE =
  /[{}<>\\|]|\/\/(?!\S*\.)|\w\(\)|;\s*$|^\s*(?:const|let|var|def|import|return|SELECT|#include|print)\s|\w\s?==?\s?["'\w]/u

const FICTION = whole(
  "role[- ]?play(?:ing)?|pretend|make-believe|fiction(?:al)?|screenplay|lyrics?|once upon a time|(?:in|for|from|of|about|into) (?:my|our|the|this|that|a|an) (?:(?:new|short|first|next|second|fantasy|crime|school) )*(?:story|novel|book|game|dream|film|movie|play|script|poem|song|sketch|campaign|comic|scene|musical|nightmare|chapter|tale|fairy tale|sim|role|scenario|simulation|puzzle|exercise|example)|(?:my|the|our|his|her) (?:main )?(?:character|hero|heroine|protagonist|villain|avatar|narrator|antagonist|alter ego|persona)|fanfic\\p{L}*|novella|manuscript|dungeon master|side quest|my (?:\\p{L}+ )?(?:wizard|elf|orc|knight|paladin|rogue|dragon|detective|spaceship|starship|kingdom|vampire|witch|superhero|barbarian|ranger|druid|bard|dwarf|warlock|sorcerer|sim)|let['’]?s (?:play|practi[sc]e|rehearse)|knock[ ,-]+knock|you(?:['’]?ll| will)? (?:play|be) (?:the|an?|my)|i['’]?ll (?:be|play) (?:the|your|an?)|i play the (?:patient|customer|client|doctor|boss|interviewer|guest|villain|hero)|mock interview|(?:act|behave|talk|speak|answer|reply|write) (?:as|like) (?:if|an?|the|my|you)|you are now|d&d|dungeons|(?<!(?:i|we) (?:have|need|want|got|am going) to )write (?:me )?(?:a|an|the) (?:\\p{L}+ )?(?:story|poem|scene|song|limerick|haiku|dialogue|monologue|letter|speech)|i dream(?:t|ed)|chapter (?:\\d+|one|two|three)|opening line|first line",
)
const MUSIC = /[♪♫🎵🎶]/u
const RIDDLE =
  /(?<!\p{L})(?:what am i|(?:20|twenty) questions|riddle|guess(?: (?:who|what|me)(?: i am)?)?(?=\W*$))(?!\p{L})/imu
const WORDING =
  /(?<!\p{L})(?:(?:is|was) (?:this|that|it) (?:correct|right|grammatical|(?:good|proper|right) english)|(?:too|a bit) (?:stiff|formal|casual|blunt|wordy|cheesy|harsh|rude|direct|pushy|needy|vague|salesy)|(?:does|do|how does|how do) (?:this|that|it|they) (?:sound|read)|which (?:is|one is|of these is|sounds|reads) (?:correct|right|better)|proofread|correct english)(?!\p{L})|(?:^|\s)(?:<<|\^\^?)\s/imu
/** An order to work on words, at the start for what follows, at the end for all before it. */
const WORK =
  '(?:translate|correct|proof-?read|rewrite|rephrase|paraphrase|summari[sz]e|shorten|polish|reword|punctuate|transcribe|condense)'
const WORK_AHEAD = new RegExp(
  `^\\W*(?:please |can you |could you |would you |now )*(?:${WORK}|dictation|role-?play|fill in|complete the|(?:fix|check|improve) (?:the|my|this) (?:grammar|english|spelling|wording|text|german|french|spanish))(?!\\p{L})`,
  'iu',
)
const WORK_BEHIND = new RegExp(
  `(?<!\\p{L})(?:${WORK}|edit|improve) (?:it|this|that|these|the above)(?!\\p{L}| (?:for me )?(?:chart|table|code))|make (?:it|this|that) sound(?!\\p{L})`,
  'iu',
)
const PAYLOAD = whole(
  'translat\\p{L}+|correct|rewrite|rephrase|paraphrase|proofread|shorten|summari[sz]e|edit|polish|improve|check|fix|say|spell|punctuate|reword|grammar|sentence|paragraph|example|template|caption|headline|website|bio|finish|continue|complete|(?:turn|make|convert|expand) (?:this|it)|following|below|story|poem|essay|message|post|intro|blurb|attempt|so far|reply|respond|critique|analy[sz]e|classify|extract|roast|rate|feedback|prompt|verse|profile|subject line|advert|review|transcript|email says|letter says|sign says|note says|quote|draft|cover letter|persona|dear \\p{L}+',
)
/** "Goal: …", "Test data: …": no statement of the person's, unless the label says so. */
const LABEL = /^\W*((?:[\p{L}\p{N}'’.-]+ ){0,3}[\p{L}\p{N}'’.-]+):\s/u
const OWN_LABEL =
  /^(?:(?:i|we)(?:['’]ve)?|for|new job|quick|about|as) |(?:^|\s)(?:me|us|myself|hi|hello|hey|fyi|btw|note|nb|p\.?s\.?|update|edit|correction|typo|reminder|remember|background|context|facts?|disclaimer|confession|info|information|know|important|question|problem|situation|thing|truth|record|news|is|case|far|profile|details|data about me|laugh|warning|secret|here|intro|introduction|need|mind|now|again|please)$/iu
const HANDED_OVER =
  /^\W*dear (?!assistant|ai|bot|mneme)\p{L}+(?: \p{L}+){0,4},|(?<!\p{L})here(?:['’]?s| is) (?:my|our|the|a|what) (?:\p{L}+ ){0,3}?(?:draft|text|bio|story|poem|essay|letter|e-?mail|message|post|intro|paragraph|statement|speech|so far|wrote|written)(?!\p{L})/iu
const GREETING_LINE = /^[ \t]{0,8}(?:dear .{1,60},|(?:hi|hello) [^,\n]{1,40},)[ \t]{0,8}$/imu
const SIGN_OFF =
  /^[ \t]{0,8}(?:(?:(?:kind|best|warm(?:est)?|many) )?regards|yours(?: \p{L}+)?|sincerely|best wishes|cheers|thanks|all the best) ?,?[ \t]{0,8}$/imu
/** "key: value". One key that describes no person, or a file's name, makes all of them a file's. */
const KEY = /(?:^|[.,;][ \t])[ \t]{0,20}([\w.-]{1,30}(?: [\w.-]{1,20}){0,2})[ \t]?[:=]/gmu
const LABELLED_LINE = /^[ \t]{0,20}[\w.-]{1,30}(?: [\w.-]{1,20}){0,2}[ \t]?[:=].*$/gmu
const PERSONAL =
  /^(?:name|age|job|occupation|e-?mail|birthday|date of birth|nationality|diet|height|weight|shoe size|sex|gender|fav(?:e|ou?rite)? .*)$/i
const FILE_NAME = /\w\.(?:json|ya?ml|toml|ini|cfg|conf|env|xml|csv|md|lock)(?!\w)/i
const FENCED = /```[\s\S]*?(?:```|$)/g
const QUOTED_LINE = /^[ \t]{0,8}>.*$/gm
const QUOTES = /(?<!\d)["“«][^"”»]*(?:["”»]|$)|(?<![\p{L}\p{N}])['‘][^'’]{12,}?(?:['’](?!\p{L})|$)/gu

export const REPORTED_SPEECH = whole(
  "said|says|saying|tells?|told|goes|went|asked|asks|replied|claims?|claimed|wrote|writes|texted|insists?|heard|reads|shouted|yelled|answered|thinks?|thought|believes?|pretends?|announced|sings?|sang|was like|is like|quote|you are|you['’]re|lyrics|joke|whether|if|imagine|suppose|would|wishes|wished",
)
const REPORTED_AFTER =
  /,\s*(?:said|says) (?:nobody|no one|no-one|everyone|someone|the|my)(?!\p{L})|,\s*(?:he|she|they|it|my [\p{L}-]+|the [\p{L}-]+|\p{Lu}\p{L}+)\s+(?:said|says|told|goes|shouted|replied|wrote|claims?|claimed|insists?|thinks)(?!\p{L})/u

const QUESTION_PART =
  /^(.{4,}?)\s*(?:[.,;:–—-]|(?<=\s)(?:so|and|but))\s*(?=(?:(?:so|and|but)\s+)?(?:what|which|who|how|where|when|why|is|are|do|does|did|can|could|will|would|should|shall|any\p{L}*|have|has|may)(?!\p{L}))[^?]*\?\W*$/iu

/** "I'm vegan. Ideas for lunch?", but not "I'm late, right?". */
const PARTS = [
  QUESTION_PART,
  /^(.{4,}\p{Ll}{2})[.!]\s[^.!?]+\?\W*$/u,
  /^((?:i|im|ive|we|my|our)(?:['’]\p{L}+)?\s.{4,}),\s(?!(?:right|correct|yes|no|yeah|ok|huh|or|and)(?!\p{L}))[^,?]{3,}\?\W*$/iu,
]
/** The part of a question that states something first ("I'm vegan, what can I eat?"). */
function statement(sentence: string): string {
  if (!isQuestion(sentence)) return sentence
  const [, first = ''] = PARTS.map((part) => part.exec(sentence)).find((found) => found !== null) ?? []
  return isQuestion(first) ? '' : first
}

function ownWords(message: string): string {
  const prose = message.replace(FENCED, '\n').replace(QUOTED_LINE, '')
  const keys = [...prose.matchAll(KEY)].map(([, key = '']) => key)
  const pasted = FILE_NAME.test(prose) || (keys.length > 1 && !keys.every((key) => PERSONAL.test(key)))
  const text = pasted ? prose.replace(LABELLED_LINE, '') : prose
  const letter = SIGN_OFF.test(text) ? text.search(GREETING_LINE) : -1
  return letter < 0 ? text : text.slice(0, letter)
}

const isLabelled = (stated: string) => {
  const [, label = ''] = LABEL.exec(stated) ?? []
  return label !== '' && !OWN_LABEL.test(label) && !PERSONAL.test(label.replace(/^my /i, ''))
}

const MAX_SENTENCES = 150
const LONG_WORD = /\S{60,}/gu

/** What a message states for real: a sentence as written, with the part of it that may hold facts. */
export function* statements(message: string): Generator<{ sentence: string; stated: string }> {
  if (RIDDLE.test(message) || WORDING.test(message) || WORK_BEHIND.test(message)) return
  let sold = 'it'
  for (const sentence of sentencesOf(ownWords(message)).slice(0, MAX_SENTENCES)) {
    if (FICTION.test(sentence) || MUSIC.test(sentence) || SCENARIO.test(sentence)) break
    if (HANDED_OVER.test(sentence) || WORK_AHEAD.test(sentence)) break
    const given = PAYLOAD.exec(/^[^:"“\n]*(?=[:"“\n])/.exec(sentence)?.[0] ?? '')?.index
    const plain = sentence
      .slice(0, given)
      .replace(LONG_WORD, '…')
      .replace(QUOTES, (quoted) => (quoted.split(/\s+/).length > 3 ? ' … ' : quoted.replace(/["“”«»]/g, '')))
    const forgotten = FORGET.exec(plain)?.[1]
    if (forgotten) sold = `my ${forgotten}`
    const stated = statement(plain)
      .replace(AFTERTHOUGHT, '')
      .replace(FORGET, '')
      .replace(SOLD_IT, () => sold)
    if (
      stated !== '' &&
      !DOUBT.test(stated) &&
      !SMILE.test(sentence) &&
      !CONDITION.test(stated) &&
      !isLabelled(stated) &&
      !CODE.test(stated) &&
      !REPORTED_AFTER.test(stated)
    )
      yield { sentence, stated }
    if (given !== undefined) break
  }
}
