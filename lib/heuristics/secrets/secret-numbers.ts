import { matchSpans, type TextSpan } from './secret-forms'

const CARDS =
  /(?<![\d+.])(?:(?<!\d{4}[ -])\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{3,4})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{12,19})(?![\d.]\d|\d)/g
const NETWORKS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$/,
  /^(?:30[0-5]|309|36|38|39)\d{11,13}$/,
  /^35\d{14}$/,
  /^(?:1800|2131)\d{11}$/,
  /^(?:6011|64[4-9]|65|62|60|81)\d{12,14}$/,
  /^(?:50|5[6-8]|6)\d{14,17}$/,
  /^(?:5018|5020|5038|5[6-8]\d\d|6304|6390|6759|676[1-3]|0604)\d{8,15}$/,
]

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const isCard = (written: string) => {
  const digits = written.replace(/\D/g, '')
  return NETWORKS.some((network) => network.test(digits)) && passesLuhn(digits)
}

/** Card numbers; a last group that does not belong to them, such as a security code, is left out. */
export const cardsIn = (text: string): TextSpan[] =>
  matchSpans(text, CARDS).flatMap(({ start, end }) => {
    const written = text.slice(start, end)
    const found = [written, written.replace(/[ -]\d+$/, '')].find(isCard)
    return found ? [{ start, end: start + found.length }] : []
  })

const IBAN_LENGTHS = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18' +
    'FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21' +
    'LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24' +
    'SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30'
  )
    .match(/[A-Z]{2}\d{2}/g)
    ?.map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const IBAN_STARTS = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9])/giu

/** ISO 7064, modulo 97. */
function passesModulo97(iban: string): boolean {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** By length, because making a pattern costs more than matching it. */
const WRITTEN = new Map(
  [...new Set(IBAN_LENGTHS.values())].map((length) => [
    length,
    new RegExp(`(?:[A-Z0-9][ -]?){${length - 1}}[A-Z0-9](?![A-Z0-9])`, 'iy'),
  ]),
)

export const ibansIn = (text: string): TextSpan[] =>
  matchSpans(text, IBAN_STARTS).flatMap(({ start }) => {
    const pattern = WRITTEN.get(IBAN_LENGTHS.get(text.slice(start, start + 2).toUpperCase()) ?? 0)
    if (!pattern) return []
    pattern.lastIndex = start
    const [written = ''] = pattern.exec(text) ?? []
    const isIban = written !== '' && passesModulo97(written.replace(/[ -]/g, '').toUpperCase())
    return isIban ? [{ start, end: start + written.length }] : []
  })
