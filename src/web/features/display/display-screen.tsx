/** The numbers of orders in preparation and of those ready. */
export const DisplayScreen = () => <main />
