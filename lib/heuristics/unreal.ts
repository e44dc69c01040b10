const LEAD = '^\\W*(?:(?:and|but|so|well|also|honestly|sometimes|often|actually|someday|one day)[\\s,]+)*'
const WISH = new RegExp(
  `${LEAD}(?:i|we)(?:['’]d| would)? (?:(?:really|so|just|still|always|also|secretly) )*(?:wish(?:ed)?|dream of|(?<=(?:['’]d|would) (?:\\w+ ){0,3})(?:love|like|prefer|want|rather|give)|want to|wanna|hope to)(?!\\p{L})`,
  'iu',
)
/** "One day I will live in Rome." */
const SOME_DAY =
  /^(?=.*(?<!\p{L})(?:one day|some ?day|eventually)(?!\p{L}))(?=.*(?:(?<!\p{L})will|['’]ll)(?!\p{L}))/iu
const COUNTERFACTUAL = new RegExp(
  `${LEAD}(?:if|suppose|imagine|what if|say)(?!\\p{L}).*?(?:(?<!\\p{L})would(?!\\p{L})|['’]d(?!\\p{L}))|${LEAD}(?:if only|suppose|imagine)(?!\\p{L})`,
  'iu',
)
/** "I used to live in Rome", with nothing about today. */
const PAST = new RegExp(`${LEAD}(?:i|we) used to(?!\\p{L})`, 'iu')
/** The sentence then states a fact as well: "I wish I lived in Rome, but I live in Leeds." */
const REAL_TOO = /(?<!\p{L})(?:but|although|though|because|since|instead of)(?!\p{L})/iu
const ASKS_FOR_WISHES =
  /(?<!\p{L})(?:want|wants|wanted|wish|wishes|would|if|dream|dreams|hope|hopes|like to|love to|rather|prefer|plans?)(?!\p{L})/iu

/** Whether a sentence states only a wish, a hypothetical or what used to be so. */
export const isUnreal = (sentence: string): boolean =>
  [WISH, SOME_DAY, COUNTERFACTUAL, PAST].some((form) => form.test(sentence)) && !REAL_TOO.test(sentence)
export const isPast = (sentence: string): boolean => PAST.test(sentence) && !REAL_TOO.test(sentence)
/** Whether a question is about wishes, so that a wish answers it. */
export const asksForWishes = (question: string): boolean => ASKS_FOR_WISHES.test(question)
