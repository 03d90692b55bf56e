/** The orders in preparation, as tickets side by side. */
export const StationScreen = () => <main />
