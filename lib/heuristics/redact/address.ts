import { matchSpans, type TextSpan } from '../secrets/secret-forms'

const WORD = "\\p{Lu}[\\p{L}'’.-]{0,24}"
const WORDS = `${WORD}(?:[ ](?:${WORD}|\\d{1,3}(?:st|nd|rd|th)|d[aeiou]s?|del|della|la|le|des|du|of|the|of the)){0,4}`
const NUMBER = '\\d{1,6}(?:[-/]\\d{1,4})?[a-zA-Z]?'
const KIND =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Place|Pl|Square|Sq|Terrace|Highway|Hwy|Parkway|Pkwy|Close|Crescent|Circle|Cir|Trail|Alley|Row|Mews|Gardens|Grove|Hill|Quay|Wharf)'
const ENDING =
  '\\p{L}{2,24}(?:straße|strasse|str\\.|gasse|platz|allee|weg|katu|kuja|polku|tie|gata|gatan|gatu|vägen|vej|gade|vænget|straat|laan|plein|singel|gracht|veien|vegen|gaten|utca|utcája)'
const LEADING =
  '(?:Rua|Avenida|Avda\\.?|Av\\.|Calle|C/|Rue|rue|avenue|Chemin|Quai|Via|Viale|Piazza|Piazzetta|Vicolo|Corso|Strada|Largo|ul\\.|Ulica|Paseo|Plaza|Praça|Travessa|Camino|Πλατεία|улица|ул\\.|Boulevard)'
const UNIT = '(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|#)\\.?[ ]?\\w{1,6}'

const TAIL = `(?:,?\\s{1,6}${UNIT}){0,2}(?:,?\\s{1,6}${WORDS}){0,2}(?:,\\s{0,6}(?:[A-Z]{2,3}|\\d{1,2}|nan)(?!\\p{L}))?(?:,?\\s{1,6}(?:\\p{Lu}[\\p{L} ]{2,20}[ ])?[A-Z]{0,2}[ -]?\\d{4,6}(?:-\\d{3,4})?(?!\\d))?`
const start = '(?<![\\p{L}\\p{N}.,/-])'
const place = (street: string) => new RegExp(`${start}(?:\\d{1,6}[ ])?${street}${TAIL}`, 'gu')

const FORMS: readonly RegExp[] = [
  // 221B Baker Street, Apt. 4, London
  place(`${NUMBER}[ ](?:[NSEW]\\.?[ ])?(?:${WORD}[ ]){1,3}${KIND}\\.?(?![\\p{L}\\p{N}])`),
  // Hauptstraße 12, Erzsébet tér 19.
  place(`${ENDING}[ ]${NUMBER}(?![\\p{L}\\p{N}])`.replace('\\p{L}{2,24}', '\\p{Lu}\\p{L}{1,24}')),
  place(
    `${WORD}[ ](?:utca|u\\.|tér|rkp\\.|Str\\.|Straße|Strasse|Weg|Allee|Platz)[ ]${NUMBER}\\.?(?![\\p{L}\\p{N}])`,
  ),
  // Rua João Pessoa 1636, 26 rue des Lilas
  place(`${LEADING}[ ]${WORDS}[ ,]{1,2}${NUMBER}(?![\\p{L}\\p{N}])`),
  place(`${NUMBER},?[ ]${LEADING}[ ](?:d[aeu]s?[ ]|de[ ]la[ ]|l['’])?${WORDS}`),
  // P.O. Box 104, PSC 5217, Box 4854, Unit 8524 Box 12, with APO AP 43617
  new RegExp(
    `${start}(?:\\d{1,6}[ ])?(?:P\\.?[ ]?O\\.?[ ]?Box|Postbox|Postboks|Postfach|PSC|Unit|CMR)[ ]\\d{1,6}(?:,?[ ]Box[ ]\\d{1,6})?(?:,?\\s{1,3}[ADF]PO[ ]A[AEP][ ]\\d{5})?${TAIL}`,
    'gu',
  ),
  // an apartment on a line of its own
  new RegExp(`${start}(?:Apt|Suite|Apartment|Flat)\\.?[ ]\\d{1,5}(?!\\p{L})`, 'gu'),
]
/** What a text says is an address, when it starts with a number. */
const NAMED =
  /(?<=(?<!\p{L})(?:[Aa]ddress(?:\s(?:is|was|are)|:)|lives?\s(?:at|on)|lived\s(?:at|on|in)|located\sat|moved\sto)\s{1,6})(?:\d{1,6}\s\p{Lu}[^\n.?!;]{4,80}|\p{Lu}[\p{L}'’-]{2,24}(?:\s[\p{L}.'’-]{2,24}){0,3}\s\d{1,5}(?:,?\s\p{Lu}[\p{L}'’-]{1,24}){0,3})/gu

/** Street addresses by the words for streets in some languages of Europe, post boxes and apartments. */
export const addressesIn = (text: string): TextSpan[] =>
  /\d/.test(text) ? [...FORMS, NAMED].flatMap((form) => matchSpans(text, form)) : []
