import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import { ConversationPage } from '@/components/chat/conversation/conversation-page'
import { TrashedConversation } from '@/components/trash/trashed-conversation'
import { listTrashed } from '@/lib/db/forget/trash-list'
import { warmMemory } from '@/lib/memory/search/search'
import { idSchema } from '@/lib/shared/schemas'
import { UNTITLED } from '@/lib/shared/untitled'
import { loadChat, pageSession } from '../../loaders'
import { storagePage } from '../../unavailable'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<'at' | 'turn' | 'find' | 'part', string | string[] | undefined>>
}

const idOf = (given: unknown) => idSchema.safeParse(given).data ?? null
const textOf = (given: unknown) => (typeof given === 'string' ? given : '')
const load = cache(async (id: string, at: string | null) => (idOf(id) ? loadChat(id, at) : null))
const loadTrashed = cache(async (id: string) => {
  if (!idOf(id)) return null
  const { db, ownerId, runtime } = await pageSession()
  return (await listTrashed(db, ownerId, runtime.now(), id))[0] ?? null
})

async function asked({ params, searchParams }: Props) {
  const [{ id }, { at, turn, find, part }] = await Promise.all([params, searchParams])
  return { id, at: idOf(at), around: idOf(at) ?? idOf(turn), find: textOf(find), part: textOf(part) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { id, around } = await asked(props)
  const page = await load(id, around).catch(() => null)
  const known = page?.conversation ?? (await loadTrashed(id).catch(() => null))
  return { title: known ? known.title || UNTITLED : 'Page not found' }
}

export default storagePage(async function Page(props: Props) {
  const { id, at, around, find, part } = await asked(props)
  const page = await load(id, around)
  if (!page) {
    const trashed = await loadTrashed(id)
    if (!trashed) notFound()
    return <TrashedConversation entry={trashed} />
  }
  const { db, ownerId } = await pageSession()
  after(() => warmMemory(db, ownerId, ['message']))
  return <ConversationPage key={id} page={page} at={at} around={around} find={find} part={part} />
})
