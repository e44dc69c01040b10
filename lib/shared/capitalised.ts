/** "recalled by 3 answers" as "Recalled by 3 answers". */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
