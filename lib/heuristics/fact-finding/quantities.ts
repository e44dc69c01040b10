export const NUMBER =
  '(?:1[01]\\d|\\d{1,2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)'
export const AGE = new RegExp(
  `^(${NUMBER}(?= months)(?: months)?|${NUMBER})(?:[ -](?:years?|yrs?)(?:[ -]old| of age)| old|y\\/?o)?(?=$|[.!;,)](?!\\d)|\\s(?:and (?!out|counting|over|under|up|down)|(?:but|so|now|today|next|this|in|last|recently|yesterday)(?!\\p{L})(?! (?:a half|minutes|miles|total))))`,
  'iu',
)
export const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)*/g) ?? []
export const UNITS = {
  money: 'euros?|pounds?|dollars?|quid|francs?',
  dose: 'mg|ml|mcg',
  weight: 'kg|kilos?',
  distance: 'km|miles?',
  duration: 'hours?|minutes?',
} as const
export const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)'
export const DATE = new RegExp(
  `^(?:on\\s+|in\\s+)?(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}(?:,?\\s+\\d{4})?|${MONTH}\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?|\\p{L}+ of ${MONTH}|New Year['’]s (?:Eve|Day)|Christmas(?: Eve| Day)?|Boxing Day|Hallowe['’]?en|Valentine['’]s Day|${MONTH}(?:\\s+\\d{4})?|(?:19|20)\\d{2})(?![\\p{L}\\d])`,
  'iu',
)
export const LENGTH =
  '\\d(?:[.,]\\d{1,2})?\\s?(?:m|metres?|meters?)|\\d{2,3}\\s?(?:cm|centimet(?:er|re)s)|\\d\\s?(?:[\'’]|ft|feet|foot)\\s?(?:\\d{1,2}(?:\\s?(?:in|inch(?:es)?|["”]))?)?'
export const WEIGHT = '\\d{1,3}(?:[.,]\\d)?\\s?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds|stone|st)'
