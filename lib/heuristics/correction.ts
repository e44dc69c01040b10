const [LOOKED_AT, SENTENCES] = [600, 4]

const QUOTED =
  /```[^`]{0,600}(?:```|$)|`[^`\n]{0,200}`|(?:^|\n)[ \t]{0,4}>[^\n]{0,600}|["“][^"“”\n]{0,300}["”]/g
const OPENER =
  /^(?:hmm+|well|hey|hi|ok(?:ay)?|oh|wait|but|and|so|um+|ugh|argh|actually|unfortunately|sadly|i(?:'m| am) afraid|i think|i believe|i(?:'m| am) sorry|sorry|please|look|thanks|thank you|yes|yeah|again|now|also)(?:[,\s…-]+|$)/
const NO = /^(?:no+|nope|nah)(?:[,.!\s…-]+|$)/
const QUESTION =
  /^(?:is|are|was|were|what|which|who|where|when|how|if|in case|could|can|did|does|do|would|should|shall|will|has|have|why|unless|suppose|let's)\b/

const IT =
  "(?:(?:that|this|it|these|those|the (?:answer|code|result|output|file|number|date|name|link|function|summary|list|translation|plan|total)|your (?:answer|code|result|output|summary|reply|solution|calculation|maths?|plan|last (?:answer|message|change)))(?:'s|'re)?)"
const RIGHT =
  '(?:right|correct|true|accurate|it|what i|how i|the one|the (?:file|question|thing|point|answer|version) i|my question|quite|even close)'
const WORKS =
  '(?:works?|worked|compiles?|compiled|runs?|ran|helps?|helped|answers?|answered|match(?:es)?|matched|pass(?:es)?|passed|parses?|build|add up|make (?:any )?sense|change anything|fix(?:es|ed)?)'

/** Clauses that tell the agent it was wrong, at their start: "he said that's wrong" does not. */
const WRONG: readonly RegExp[] = [
  ...[
    `(?:is |are |was |were |looks |seems )?(?:still |just |simply |completely |totally |clearly |all |also |plain |definitely )*(?:wrong|incorrect|false|untrue|a mistake|inaccurate|broken|outdated|nonsense|made up|failing|off)\\b(?!\\s+(?:with|to|of me))`,
    `(?:still )?(?:(?:is|are|was|were)(?: still| really| quite| actually)? ?(?:n't|not)|not)(?: still| really| quite| at all| actually)? ${RIGHT}\\b`,
    `(?:still |also )*(?:doesn't|does not|didn't|did not|don't|do not|won't|will not|can't|cannot)(?: even| really| actually)? ${WORKS}\\b`,
    `(?:still )?(?:fails|crashes|breaks|throws|gives (?:me )?(?:an?|the same|another) (?:error|exception))\\b`,
  ].map((said) => new RegExp(`^${IT} ${said}`)),
  new RegExp(
    `^(?:${IT} )?(?:is |are )?still (?:not |doesn't |does not |don't )?(?:wrong|broken|fails?|failing|works?|working|the same|crashes|red|incorrect)\\b`,
  ),
  /^(?:the )?same (?:error|problem|mistake|issue|result)\b/,
  /^you (?:have )?(?:clearly |completely |still |just |again |also )*(?:misunderstood|misread|misinterpreted|misquoted|miscounted|missed|forgot|ignored|skipped|overlooked|mixed|confused|hallucinated|invented|omitted|left out|made (?:that|this|it) up|made an? (?:\w+ )?(?:mistake|error)|got (?:it|that|this|the \w+|my \w+) (?:wrong|backwards|mixed up)|changed the wrong|deleted the wrong|used the wrong|broke|repeated)\b(?! nothing)/,
  /^you(?:'re| are| were) (?:still |just |completely )*(?:wrong|mistaken|confusing|mixing|missing the point|not listening|looking at the wrong|talking about the wrong)\b/,
  /^you (?:still |just )*(?:didn't|did not|haven't|have not|don't|do not) (?:even |actually |really )?(?:answer|read|do|done|include|included|follow|followed|listen|understand|understood|use|used|add|added|change|changed|fix|fixed|save|saved|get|write|finish|address)\b(?! (?:to worry|have to))/,
  /^(?:that(?:'s| is) |this is |it(?:'s| is) )?not (?:at all )?(?:what|how|where|why|the (?:one|file|way|\w+)|which) i (?:asked|meant|wanted|said|was asking|was looking|requested|told|need)\b/,
  /^i (?:clearly |specifically |explicitly )?(?:asked|said|wanted|meant|told you|requested)\b.{1,120}\b(?:not|instead of|but you|and you)\b/,
  /^i (?:meant|was asking about|was talking about) (?!to\b|well\b|it\b|every)/,
  /^i (?:told you|said) (?:not to|it was|it is|it's)\b/,
  /^(?:wrong|incorrect|false)(?:[!.:]|$| (?:answer|file|one|again|way|language|year|person|city|number|date)\b)/,
  /^not (?:quite|correct|right|true|exactly|helpful|even close)(?:[,.!]|$| (?:what|right|there|correct))/,
  /^(?:please )?(?:try|do (?:it|that|this)|read (?:it|that|my \w+)|look|check) (?:once )?again\b(?! (?:tomorrow|later|next))/,
  /^(?:undo|revert|roll back) (?:that|this|it|your|the last|what you)\b/,
  /^(?:it|that|this|the \w+) should (?:have been|be|say|return|not be|not have)\b/,
  /^there(?:'s| is| are)(?: still)? (?:an? |some |several )?(?:\w+ )?(?:mistakes?|errors?|bugs?|typos?) in (?:your|that|this|what you)\b/,
  /^(?:he|she|it|they|that|(?:the|his|her|my|their|its) \w+)(?:'s| is| are| was) .{1,60}, not (?!only|just|that|sure|yet|even)/,
  /^not (?:that|this|those|these)(?: \w+)?$/,
]
/** After "no": any statement that puts something else in place. */
const INSTEAD =
  /^(?:(?:it|that|this|the \w+|he|she|they|there)(?:'s| is| are| was| were| has| had| does| did|n't)|you|i (?:meant|said|asked|wanted|need|want|mean)|not (?:that|this|the|those|these|my|like|him|her)\b|use|my \w+ (?:is|was)|we (?:use|have|said|are))/
/** Clauses that look like a correction and agree, decline or speak of something else. */
const FINE =
  /^(?:(?:that|this|it)(?:'s| is| was|'ll be| will be)? (?:all|it|fine|ok(?:ay)?|good|great|perfect|right|correct|enough|everything|alright|cool|helpful|clear|what i|exactly|not (?:wrong|a problem|an issue|bad|necessary|needed|important|urgent|that|too|so)|nothing|works?)\b|problem|worr(?:y|ies)|need|thanks?|thank you|idea|doubt|rush|hurry|more|issue|question|way|kidding|you(?:'re| are) (?:right|welcome|fine|good|not wrong)|you (?:don't|do not) (?:need|have)|you did(?!n't| not)|not (?:yet|now|today|really|at all|necessary|needed|that i know))/

const plain = (text: string) => text.toLowerCase().replaceAll('’', "'").replace(QUOTED, ' ')

function clausesIn(text: string): { clause: string; afterNo: boolean }[] {
  return text
    .slice(0, LOOKED_AT)
    .split(/[!?.;\n]+(?=\s|$)|(?<=\?)/)
    .filter((sentence) => sentence.trim() !== '')
    .slice(0, SENTENCES)
    .flatMap((sentence) => {
      const parts = sentence.split(/,\s+|\s[-–—]\s|\s(?=but\s)|:\s/)
      return [sentence, ...(parts.length > 1 ? parts : [])]
    })
    .map((part) => {
      let [clause, afterNo] = [part.trim(), false]
      for (let cut = clause; ; clause = cut) {
        const no = NO.test(cut)
        cut = cut.replace(no ? NO : OPENER, '')
        afterNo ||= no
        if (cut === clause) break
      }
      return { clause, afterNo }
    })
}

/**
 * Whether a message says that the last answer was wrong or not what was asked: "no, that's wrong"; not "no
 * problem". After an answer that ends in a question, "no, it is my first time" is the reply to it.
 */
export function isCorrection(message: string, answer = ''): boolean {
  const isReply = /\?\s*$/.test(answer.slice(-200))
  const text = plain(message.slice(0, 2 * LOOKED_AT))
  if (
    /^\W*(?:(?:oh|oops|ah|wait),? )?(?:i(?:'m| am) )?(?:so )?(?:sorry|oops|my (?:bad|mistake|fault)|i was wrong|i misread)\b(?!.*\byou\b)/.test(
      text,
    )
  )
    return false
  return clausesIn(text).some(
    ({ clause, afterNo }) =>
      !FINE.test(clause) &&
      !QUESTION.test(clause) &&
      (WRONG.some((wrong) => wrong.test(clause)) || (afterNo && !isReply && INSTEAD.test(clause))),
  )
}
