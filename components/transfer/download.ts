/** Downloads an address as a file without leaving the page, even if there is nothing. */
function download(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

export const downloadEverything = () => download('/api/export')
export const downloadNotes = () => download('/api/export?format=markdown')
export const downloadConversation = (id: string) =>
  download(`/api/export?conversation=${encodeURIComponent(id)}`)
