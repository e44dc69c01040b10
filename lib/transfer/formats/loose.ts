import { limits } from '@/lib/shared/limits'
import { tooLarge } from '@/lib/transfer/archive/json-reader'
import { listFormat } from './recognise'

/** After so many unknown items, a list is in none of the known formats. */
const UNKNOWN = 1_000

/** Items of a file that are no conversation by themselves: messages, entries, lines. */
export class Loose {
  items: unknown[] = []
  /** Whether one of them is of a known format. */
  isKnown = false
  refused: string | null = null
  private bytes = 0

  add(value: unknown, bytes: number) {
    this.items.push(value)
    this.isKnown ||= listFormat([value]) !== undefined
    this.bytes += bytes
    if (this.bytes <= limits.transfer.conversationBytes) return
    this.items = []
    this.refused ??= tooLarge(limits.transfer.conversationBytes)
  }

  /** Whether it goes on in the next file of the folder. */
  get goesOn() {
    return listFormat(this.items)?.folder === true
  }
  get isHopeless() {
    return !this.isKnown && this.items.length >= UNKNOWN
  }
}
