import { expect, type Locator, type Page } from '@playwright/test'

/** Page object of the import and export page. */
export class Transfer {
  readonly everything: Locator

  constructor(readonly page: Page) {
    this.everything = page.getByRole('main').getByRole('button', { name: 'Export everything' })
  }

  async open(at = '') {
    await this.page.goto(`${at}/import`)
    await expect(this.page.getByRole('heading', { name: 'Import and export' })).toBeVisible()
  }

  item = (name: string) =>
    this.page.getByRole('list', { name: 'Imports' }).getByRole('listitem', { name, exact: true })

  /** Drops a file on the page. */
  async drop(name: string, content: string | Buffer, on: Locator = this.page.getByRole('main')) {
    const type = name.endsWith('.zip') ? 'application/zip' : 'application/json'
    const data = await this.page.evaluateHandle(
      ([name, type, bytes]) => {
        const transfer = new DataTransfer()
        transfer.items.add(
          new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], name, { type }),
        )
        return transfer
      },
      [name, type, Buffer.from(content).toString('base64')] as const,
    )
    for (const kind of ['dragenter', 'dragover', 'drop']) await on.dispatchEvent(kind, { dataTransfer: data })
  }

  async choose(name: string, text: string | Buffer) {
    await this.page
      .getByLabel('Files to import')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }

  /** The name and text of the file that a click downloads. */
  async download(click: Locator): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click.click()])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
  }
}

type Message = [role: 'user' | 'assistant', text: string]
/** A conversation in the format of a ChatGPT export. */
export function chatGptConversation(
  id: string,
  title: string,
  messages: Message[],
  at = Date.UTC(2024, 2, 5, 9) / 1_000,
) {
  const nodes = messages.map(([role, text], i) => {
    const message = {
      id: `${id}-${i}`,
      author: { role },
      create_time: at + i * 60,
      content: { content_type: 'text', parts: [text] },
    }
    return [
      `n${i}`,
      {
        id: `n${i}`,
        parent: i ? `n${i - 1}` : 'root',
        children: i + 1 < messages.length ? [`n${i + 1}`] : [],
        message,
      },
    ] as const
  })
  const mapping = Object.fromEntries([
    ['root', { id: 'root', parent: null, children: ['n0'], message: null }],
    ...nodes,
  ])
  return {
    id,
    conversation_id: id,
    title,
    create_time: at,
    update_time: at + messages.length * 60,
    mapping,
    current_node: `n${messages.length - 1}`,
  }
}
