import { download } from '../ui/save-file'

export const downloadEverything = () => download('/api/export')
export const downloadNotes = () => download('/api/export?format=markdown')
export const downloadConversation = (id: string) =>
  download(`/api/export?conversation=${encodeURIComponent(id)}`)
