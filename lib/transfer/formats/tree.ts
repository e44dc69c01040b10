import { breath } from '@/lib/shared/breath'
import { mapSlowly } from '@/lib/transfer/archive/map-slowly'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { anyFields, type Fields, fieldsOf, knownName, knownText, listOf } from './fields'
import { checkCount, type Left, leave, type ReadRecord, type TalkHead, talkOf } from './talk'

/** The nodes of a tree, as ChatGPT, DeepSeek and Open WebUI store it. @throws Refusal */
export async function treeNodes(mapping: Fields) {
  const keys = Object.keys(mapping)
  checkCount(keys.length)
  const nodes = await mapSlowly(keys, (key) => {
    const { message, parent, parentId, children, childrenIds } = fieldsOf(mapping[key])
    const links = listOf(children ?? childrenIds).map(knownText)
    return [key, { message, parent: knownText(parent) || knownText(parentId), children: links }] as const
  })
  await breath()
  return new Map(nodes)
}

type Node = { parent: string; children: readonly string[] }
const LOOP = 'Its messages reply to each other in a loop.'

/** From the last root along the last child of each message. */
function lastLeaf(nodes: ReadonlyMap<string, Node>): string {
  const seen = new Set<string>()
  let id = ''
  for (const [key, { parent }] of nodes) if (!parent) id = key
  if (!id && nodes.size) throw new ImportRefusal(LOOP)
  for (let next = id; next; next = nodes.get(next)?.children.at(-1) ?? '') {
    if (seen.has(next)) throw new ImportRefusal(LOOP)
    seen.add(next)
    id = next
  }
  return id
}

/** The path to the message shown last, else along the newest branch. @throws Refusal for a loop or a gap. */
export function shownPath<T extends Node>(nodes: ReadonlyMap<string, T>, current: string): Map<string, T> {
  const path = new Map<string, T>()
  for (let id = nodes.has(current) ? current : lastLeaf(nodes); id; ) {
    const node = nodes.get(id)
    if (!node) throw new ImportRefusal('It refers to a message that is missing.')
    if (path.has(id)) throw new ImportRefusal(LOOP)
    path.set(id, node)
    id = node.parent
  }
  return new Map([...path].reverse())
}

/** Stands for "no parent" in LibreChat and Claude. */
const NIL = /^0{8}-0000-[04]000-[08]000-0{12}$/
/** The branch that ends in the last message, if every parent is in the list; else all messages. */
export function lastBranch<T>(
  messages: readonly T[],
  linkOf: (message: T) => { id: string; parent: string },
): readonly T[] {
  const links = messages.map((message) => {
    const { id, parent } = linkOf(message)
    return { id, parent: NIL.test(parent) ? '' : parent, message }
  })
  const byId = new Map(links.map((link) => [link.id, link]))
  const isTree =
    links.some(({ parent }) => parent) && links.every(({ parent }) => !parent || byId.has(parent))
  if (!isTree || byId.size !== links.length) return messages
  const path = new Set<T>()
  let at = links.at(-1)
  for (; at && !path.has(at.message); at = at.parent ? byId.get(at.parent) : undefined) path.add(at.message)
  return at ? messages : messages.filter((message) => path.has(message))
}

/** Reads the last branch of a list whose messages name their parents, and counts the others. */
export async function branchTalk(
  about: TalkHead,
  all: readonly unknown[],
  [id, parent]: readonly [id: string, parent: string],
  read: (item: unknown, left: Left, position: number) => ReadRecord,
) {
  const path = lastBranch(all, (message) => {
    const link = anyFields(message)
    return { id: knownName(link[id]), parent: knownName(link[parent]) }
  })
  const talk = await talkOf(about, path, read)
  leave(talk.left, 'other-branch message', all.length - path.length)
  return talk
}
