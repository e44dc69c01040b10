import { text } from 'node:stream/consumers'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { parseDocument } from 'yaml'
import { fromBufferPromise } from 'yauzl'
import type { Db } from '@/lib/db/engine/client'
import { zipped } from '@/lib/transfer/markdown/markdown'
import { markdownNotes } from './markdown'

/** The archive of an export, and its notes by path. */
export async function exportedNotes(
  { db, ownerId }: { db: Db; ownerId: string },
  conversationId?: string,
): Promise<{ archive: Buffer; notes: Map<string, string> }> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipped(markdownNotes(db, ownerId, new Date(), conversationId))) pieces.push(piece)
  const archive = Buffer.concat(pieces)
  const notes = new Map<string, string>()
  const zip = await fromBufferPromise(archive)
  for await (const entry of zip.eachEntry())
    notes.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return { archive, notes }
}

const LINK = /\[\[([^[\]|#]+)(?:#([^[\]|]+))?(?:\|[^[\]]+)?\]\]/g
const parser = unified().use(remarkParse)
type Root = ReturnType<typeof parser.parse>
type Node = Root['children'][number]
const nodesIn = (node: Node | Root): Node[] =>
  'children' in node ? node.children.flatMap((child) => [child, ...nodesIn(child)]) : []

/** What Obsidian would not find, or load, in these notes; and how many links they have. */
export function checkNotes(notes: ReadonlyMap<string, string>) {
  const problems: string[] = []
  let links = 0
  for (const [path, note] of notes) {
    const [, front = '', body = ''] = /^---\n(.*?)---\n(.*)$/s.exec(note) ?? []
    const yaml = parseDocument(front)
    for (const { message } of [...yaml.errors, ...yaml.warnings]) problems.push(`${path}: ${message}`)
    if (typeof yaml.toJS() !== 'object') problems.push(`${path}: no front matter`)
    const nodes = nodesIn(parser.parse(body))
    for (const { type } of nodes) if (type === 'html' || type === 'image') problems.push(`${path}: ${type}`)
    let shown = body
    for (const { type, position } of nodes) {
      const [from, to] = [position?.start.offset ?? 0, position?.end.offset ?? 0]
      if (type === 'code' || type === 'inlineCode')
        shown = shown.slice(0, from) + ' '.repeat(to - from) + shown.slice(to)
    }
    const texts = [JSON.stringify(yaml.toJS()), shown.replace(/\\./g, '  ')]
    for (const [link, place = '', heading] of texts.flatMap((one) => [...one.matchAll(LINK)])) {
      links++
      const target = notes.get(`${place}.md`)
      if (target === undefined || (heading && !target.split('\n').includes(`## ${heading}`)))
        problems.push(`${path}: ${link}`)
    }
    for (const one of texts)
      if (one.replace(LINK, '').includes('[[')) problems.push(`${path}: a link that is none`)
  }
  return { problems, links }
}
