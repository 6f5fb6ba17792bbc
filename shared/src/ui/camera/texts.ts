/** Texts of scanning with the camera. */
export const cameraTexts = {
  title: 'Escanear con la cámara',
  starting: 'Abriendo la cámara…',
  aimAtCode: 'Apunta al código QR de la etiqueta.',
  aimAtBars: 'Apunta al código QR de la etiqueta, o al código de barras del equipo.',
  video: 'Lo que ve la cámara',
  retry: 'Reintentar',
  problems: {
    refused:
      'La cámara está bloqueada para este sitio. Permítela en el candado junto a la dirección, y reintenta.',
    absent: 'Este aparato no tiene cámara. Escribe el código, o usa un lector.',
    busy: 'Otra aplicación ocupa la cámara. Ciérrala, y reintenta.',
    insecure: 'El navegador da la cámara solo a sitios con https. Escribe el código, o usa un lector.',
    unread: 'No se pudo cargar el lector de códigos. Revisa la conexión, y reintenta.',
  },
} as const;
