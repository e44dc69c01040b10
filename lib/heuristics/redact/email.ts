import { type Span, spansOf } from '../secrets/secret-forms'

/** The length of the parts is bounded as in RFC 5321, which also bounds the time. */
const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?\s?(?:@|[[(]at[\])])\s?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.|\s?[[(]dot[\])]\s?)){1,8}\p{L}{2,24}(?!\p{L})/giu
/** The user of every Git server, and spaced signs that are no address: "score @ example.com". */
const NOBODY = /^git@|\s@|@\s/i
/** Before the password in "https://ana:secret@example.com", which is no address either. */
const LOGIN = /:\/\/[^\s/@]{0,80}$/

/** E-mail addresses, also written "name [at] example [dot] com". */
export const emailsIn = (text: string): Span[] =>
  /@|[[(]at/i.test(text)
    ? spansOf(text, ADDRESS).filter(
        ({ start, end }) =>
          !NOBODY.test(text.slice(start, end)) && !LOGIN.test(text.slice(Math.max(0, start - 90), start)),
      )
    : []
