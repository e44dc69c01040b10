import { storableText } from '@/lib/shared/storable'

const CHARS = 60
/** What every file system and Obsidian allow; it has no signs of Markdown. */
const OTHER_SIGNS = /[^\p{L}\p{M}\p{N} .,&'()+=@_-]+/gu
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const flat = (text: string) => storableText(text).replace(/\s+/g, ' ').trim()
const safeName = (title: string) =>
  [...flat(title).normalize('NFC').replace(OTHER_SIGNS, ' ').replace(/ +/g, ' ')]
    .slice(0, CHARS)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$&')

/** Text in a line of Markdown, as it is. */
export const inline = (text: string) => flat(text).replace(/[\\`*_[\]<>|#!$~=%^]/g, '\\$&')
/** Text where nothing can be escaped. */
export const label = (text: string) => flat(flat(text).replace(/[[\]|\\<>`]/g, ' ')) || 'Untitled'
/** `[[Topics/Sailing|sailing, wind]]` */
export const linkTo = (place: string, text: string) => `[[${place}|${label(text)}]]`

/** Places of notes: `Topics/Sailing`, each once, also where upper and lower case are the same. */
export class NoteNames {
  private readonly taken = new Set<string>()

  take(folder: string, title: string): string {
    const name = safeName(title) || 'Untitled'
    for (let i = 1; ; i++) {
      const place = `${folder}/${name}${i === 1 ? '' : ` ${i}`}`
      const key = place.toLowerCase()
      if (!this.taken.has(key)) {
        this.taken.add(key)
        return place
      }
    }
  }
}
