import { isIPv6 } from 'node:net'
import { matchSpans, type TextSpan } from '../secrets/secret-forms'

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(
  `(?=\\d{1,3}\\.\\d)(?<![\\p{L}\\p{N}._-]|\\p{N},)(?:${OCTET}\\.){3}${OCTET}(?![\\p{L}\\p{N}_]|[.-]\\p{N})`,
  'gu',
)
const IPV6 =
  /(?<![\p{L}\p{N}:.])(?=[\da-f]{0,4}:)[\da-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}:])/giu
/** Words before four numbers that are a version or a chapter. */
const VERSION =
  /(?:\bv|version|release[ds]?|build|firmware|chapter|section|clause|paragraph|§|upgrad\p{L}*|downgrad\p{L}*|updat\p{L}*|bump\p{L}*|patch\p{L}*|driver|ver\.?)[^\d\n]{0,16}(?:\d{1,3}(?:\.\d{1,3}){2,3}[^\d\n]{1,10}){0,2}$|[\p{L}\p{N}](?:[/@^~]|[=~<>]= ?)$/iu
/** This machine, every machine and masks say nothing about a person. */
const NOBODY = /^(?:127\.|0\.0\.0\.0$|255\.|::1?$)/

const RELEASED =
  /^,? (?:(?:was|is|has been|came) )?(?:released?|out|or (?:later|newer|above)|and (?:later|newer|above)|fixe[sd])(?!\p{L})/iu

const isVersion = (text: string, { start, end }: TextSpan) => {
  if (RELEASED.test(text.slice(end, end + 30))) return true
  const before = text.slice(Math.max(0, start - 60), start)
  return VERSION.test(before) && !/\bip\b|address|host|server/i.test(before.slice(-24))
}

/** "::a" is valid, but hardly an address; a colon next to one belongs to the sentence. */
function isAddress(written: string): boolean {
  const groups = written.split(':').filter(Boolean)
  const isLikely = groups.length >= 3 || groups.some((group) => /^(?=.*\d).{3,}$/.test(group))
  return isLikely && isIPv6(written.replace(/^:(?!:)|(?<!:):$/g, ''))
}

/** IPv4 and IPv6 addresses; numbers that a version or chapter is called by are none. */
export const ipsIn = (text: string): TextSpan[] =>
  [
    ...matchSpans(text, IPV4).filter((place) => !isVersion(text, place)),
    ...(text.includes(':') ? matchSpans(text, IPV6) : []).filter(({ start, end }) =>
      isAddress(text.slice(start, end)),
    ),
  ].filter(({ start, end }) => !NOBODY.test(text.slice(start, end)))
