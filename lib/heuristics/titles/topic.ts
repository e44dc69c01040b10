const TIME =
  '(?:yesterday|today|tonight|recently|lately|this (?:morning|week|month|year)|last (?:night|week|month|year))'
const OPENED = new RegExp(`^${TIME},? (?=(?:i|we|my|our)\\b)`, 'i')
const REPORTED = new RegExp(
  String.raw`^(?:my|our|the) (?:\S+ ){1,3}?(?:called|phoned|rang|texted|wrote|emailed|visited|says|said|told|tells|asked|asks|thinks|thought|wants|mentioned|complained)\b(?: (?:me|us|to me|to us))?(?: ${TIME})?`,
  'i',
)
const ABOUT = /^ (?:about|regarding|concerning) /i
const THAT =
  /^ to (?=\S+ \S)|^ (?:that |whether |if )?(?=(?:the|my|our|his|her|their|he|she|they|it|we|i|there)\b)/i
/** A subject that says nothing, with auxiliary words. */
const SUBJECT =
  /^(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Tt]here)(?:['’](?:m|ve|d|re|s|ll))?(?: (?:am|are|is|was|were|have|has|had|been|will|would|should|shall|just|also|recently|finally|already|really|still|currently|now)(?! not\b))*(?: to)? (?!not\b)/
/** Verbs whose object is the topic. */
const WONDERED =
  /^(?:(?:thinking|wondering|talking|worried|worrying|dreaming|curious|reading|confused) (?:about|of|whether|if|how)|(?:planning|looking|trying|hoping|going|wanting|want|wants|need|needs|plan|plans|like|hope|hopes) (?:for|to)|working on|planning|feel(?:ing)?) /i
/** "My shed is called Bramblehold", "my dog's name is Rex". */
const CALLED =
  /^((?:[Mm]y|[Oo]ur|[Tt]he) (?:[\p{L}-]+ ){0,2}[\p{L}-]+?)(?: (?:is|was|are) (?:called|named)|['’]s name is) (\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*).*$/su
/** "How long should I boil an egg": what to do is the topic. */
const ADVICE =
  /^((?:how (?:long|much|many|often)|when|where|what|which)(?: \p{L}+)?) (?:should|can) (?:i|we) (?=\S)/iu
/** "What car do I drive": asks for a fact, so its own words stay. */
const ASKED =
  /^((?:how (?:long|much|many|often)|when|where|what|which|who)(?: \p{L}+){0,2}) do (i|we) (?=\S)/iu
const IS_IT = /^(?:is|would|will) it (?=\p{L}+ to )/iu
/** "Her name is now Mochi": the name says more than the pronoun. */
const RENAMED =
  /^(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir) (?:new )?names? (?:is|are)(?: now)? (\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*).*$/su
const NAME_OF =
  /^(?:what(?: is|['’]s) )?((?:my|our|the) (?:\S+ ){1,3}?)(?:called|named)(?: (?:before|earlier|first|originally|again))?\?*$/i
/** "The boiler makes a knocking noise": the thing, then what it is about. */
const THING =
  /^(?:my|our|the) ([\p{L}-]+(?: \p{Lu}[\p{L}-]*)?) (?:has|have|had|needs|makes|gives) (?:an? |some |the )?(?!been\b|to\b)(?=\S+ \S)/iu
const OBJECT =
  /^(?:bought|got|found|made|planted|have|own|lost|sold|built|adopted|ordered|inherited|need|want|saw|read) (?:an? |the |some |my |our |this |these )(?=\S+ \S)/i
const ARTICLE = /^(?:an? |some )(?=\S+ \S)/i
const BEST_WAY = /^(?:the )?(?:(?:best|easiest|right|fastest|cheapest|proper) )?way (?:to|of) /i
const MOST_STRIPPED = 3
/** A statement with so few words is a title already. */
const SHORT = 4

const words = (text: string) => text.split(/\s+/).filter(Boolean).length

/**
 * The part of an English sentence that names its topic. `after` = the next one, if it only says who spoke.
 */
export function topicOf(sentence: string, after: string): string {
  const named = sentence
    .replace(CALLED, '$1 $2')
    .replace(NAME_OF, 'name of $1')
    .replace(RENAMED, 'The name $1')
    .trim()
  if (named !== sentence) return named
  if (words(sentence) <= SHORT && !REPORTED.test(sentence)) return sentence
  const opened = sentence.replace(OPENED, '')
  const reported = REPORTED.exec(opened)?.[0]
  if (reported) {
    const rest = opened.slice(reported.length)
    const about = ABOUT.exec(rest) ?? THAT.exec(rest)
    if (about) return withoutSubject(rest.slice(about[0].length))
    if (/^\s*[.!,;:]*\s*$/.test(rest)) return words(after) >= 2 ? withoutSubject(after) : sentence
    const clause = /^\s*[,;:–—-]\s*(?:and |that |because )?/.exec(rest)
    return clause ? withoutSubject(rest.slice(clause[0].length)) : sentence
  }
  return withoutSubject(
    opened.replace(ADVICE, '$1 to ').replace(ASKED, '$1 $2 ').replace(IS_IT, '').replace(THING, '$1: '),
  )
}

function withoutSubject(sentence: string): string {
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
