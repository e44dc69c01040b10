import { after } from 'next/server'
import { NewConversation } from '@/components/chat/conversation/new-conversation'
import { warmMemory } from '@/lib/memory/search/search'
import { pageSession } from './loaders'
import { storagePage } from './unavailable'

export default storagePage(async function HomePage() {
  const { db, ownerId } = await pageSession()
  // Starts loading the index, so that it is ready for the first message.
  after(() => warmMemory(db, ownerId, ['message']))
  return <NewConversation />
})
