import type { BlobText } from '@/lib/db/engine/blobs'
import type { PromptPart } from '@/lib/db/turns/steps'
import type { SaidMessage } from '@/lib/model/types'

/**
 * The messages of a prompt in order. Parts of one section are joined by a line break, sections by a blank line;
 * the first part of each further message names who speaks.
 */
export class Messages {
  readonly parts: PromptPart[] = []
  private readonly all: SaidMessage[] = [{ role: 'user', text: '' }]
  private section = ''

  add(blob: BlobText, { section, ...part }: Omit<PromptPart, 'hash' | 'from'>): void {
    const message = this.last()
    const isFirst = this.section === ''
    message.text += `${isFirst ? '' : section === this.section ? '\n' : '\n\n'}${blob.text}`
    const from = isFirst && this.all.length > 1 ? { from: message.role } : {}
    this.parts.push({ section, hash: blob.hash, ...part, ...from })
    this.section = section
  }

  /** Everything added from here on is in the name of `role`. */
  next(role: SaidMessage['role']): void {
    this.all.push({ role, text: '' })
    this.section = ''
  }

  /** The last message, and those before it. */
  end(): { user: string; history: SaidMessage[] } {
    return { user: this.last().text, history: this.all.slice(0, -1) }
  }

  private last(): SaidMessage {
    return this.all.at(-1) as SaidMessage
  }
}
