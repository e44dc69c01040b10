import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { InspectorPage } from '@/components/inspector/inspector-page'
import { inspectTurn } from '@/lib/services/turns/inspector'
import { MnemeError } from '@/lib/shared/errors'
import { idSchema } from '@/lib/shared/schemas'
import { pageSession } from '../../../../loaders'
import { storagePage } from '../../../../unavailable'

type Props = { params: Promise<{ id: string; turnId: string }> }

/** The turn, if it belongs to this conversation; else null. */
const load = cache(async (id: string, turnId: string) => {
  const { db, ownerId } = await pageSession()
  if (!idSchema.safeParse(id).success || !idSchema.safeParse(turnId).success) return null
  try {
    const turn = await inspectTurn(db, ownerId, turnId)
    return turn.conversationId === id ? turn : null
  } catch (error) {
    if (error instanceof MnemeError && error.code === 'not_found') return null
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, turnId } = await params
  const turn = await load(id, turnId).catch(() => null)
  return { title: turn ? `Message ${turn.number}` : 'Message' }
}

export default storagePage(async function Page({ params }: Props) {
  const { id, turnId } = await params
  const turn = await load(id, turnId)
  if (!turn) notFound()
  return <InspectorPage turn={turn} />
})
