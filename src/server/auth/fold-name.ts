/** Names that look the same to a person are the same: whatever their case, and however their accents are written. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()
