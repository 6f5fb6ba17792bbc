-- The rows that a new shop begins with: the counter of orders, the secret of links, and the settings' first values.

insert into private.order_numbers (last_number) values (0);
insert into private.link_secret default values;
insert into private.shop_setup default values;

insert into public.setting_sections (section, value) values
('shop', $value${
  "geo": null, "rut": "", "name": "Servicio Técnico", "email": "", "phone": "",
  "stats": {"years": "", "devices": "", "satisfaction": ""}, "mapUrl": "",
  "address": {"city": "", "region": "", "street": ""}, "tagline": "Reparamos celulares y computadores",
  "website": "", "fullName": "Servicio Técnico", "whatsApp": "", "socialLinks": [], "paymentMethods": []
}$value$),
('look', $value${"logo": null, "color": null}$value$),
('landing', $value${
  "why": {
    "items": [
      {
        "text": "Sigues tu orden desde el teléfono, a cualquier hora y sin tener que llamar.",
        "title": "Sabes en qué va"
      },
      {
        "text": "El valor que apruebas es el que pagas. Si aparece algo más, te preguntamos primero.",
        "title": "Precio antes de reparar"
      },
      {
        "text": "La clave de tu equipo queda protegida y solo la ve quien lo está reparando.",
        "title": "Tus datos son tuyos"
      },
      {
        "text": "Cada trabajo se entrega probado frente a ti y con su garantía en la orden.",
        "title": "Garantía por escrito"
      }
    ],
    "title": "¿Por qué elegirnos?"
  },
  "call": {
    "text": "Cuéntanos qué pasó y te decimos al tiro si tiene arreglo y cuánto podría demorar.",
    "title": "¿Urgente? Llámanos ahora", "whatsAppMessage": "Hola, tengo una consulta por una reparación."
  },
  "lead": "Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito.",
  "stats": {
    "title": "El taller en números", "years": "años de oficio", "devices": "equipos reparados",
    "satisfaction": "de clientes satisfechos"
  },
  "steps": {
    "items": [
      {"text": "Anotamos lo que pasa y en qué estado llega. Te vas con un número de orden.", "title": "Lo traes"},
      {"text": "Un técnico lo revisa y te manda el presupuesto por WhatsApp.", "title": "Te cotizamos"},
      {
        "text": "Apruebas o rechazas desde el mismo enlace. Sin tu respuesta no se repara nada.",
        "title": "Tú decides"
      },
      {"text": "Te avisamos cuando está listo. Sale probado y con garantía por escrito.", "title": "Lo retiras"}
    ],
    "title": "Así funciona"
  },
  "services": {"lead": "Si prende, si no prende o si se mojó: tráelo y lo vemos.", "title": "¿Qué le pasó a tu equipo?"}
}$value$),
('hours', $value${"week": [[], [], [], [], [], [], []], "specialDays": [], "closedOnHolidays": true}$value$),
('services', $value${
  "groups": [
    {
      "lead": "", "title": "Celulares", "summary": "",
      "services": [
        {
          "icon": "smartphone", "name": "Cambio de pantalla",
          "text": "Vidrio trizado, manchas o táctil que no responde.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "battery", "name": "Batería", "text": "Se apaga con carga, se hincha o no dura el día.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "wifi", "name": "Conectividad",
          "text": "Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "cpu", "name": "Hardware", "text": "Placa, cámaras, parlantes, botones y equipos mojados.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "refresh", "name": "Software",
          "text": "Se reinicia, quedó pegado en el logo o está lleno de avisos.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "lifebuoy", "name": "Recuperación de datos",
          "text": "Fotos, contactos y chats de un equipo que ya no prende.", "priceTo": null, "priceFrom": null
        }
      ]
    },
    {
      "lead": "", "title": "Computadores", "summary": "",
      "services": [
        {
          "icon": "disk", "name": "Almacenamiento", "text": "Cambio de disco a SSD, con todo lo tuyo adentro.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "memory", "name": "Actualización", "text": "Más memoria, mejor disco y sistema al día.",
          "priceTo": null, "priceFrom": null
        },
        {
          "icon": "shield", "name": "Seguridad",
          "text": "Limpieza de virus y programas no deseados, y protección después.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "fan", "name": "Mantención",
          "text": "Limpieza interna y pasta térmica: menos calor y menos ruido.", "priceTo": null, "priceFrom": null
        },
        {
          "icon": "backup", "name": "Respaldo",
          "text": "Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.", "priceTo": null,
          "priceFrom": null
        },
        {
          "icon": "laptop", "name": "Notebooks", "text": "Pantallas, bisagras, teclados, cargadores y conectores.",
          "priceTo": null, "priceFrom": null
        }
      ]
    }
  ]
}$value$),
('terms', $value${
  "items": [
    "Para retirar el equipo es necesario presentar esta orden.",
    "Se aplica la Ley N° 19.496 sobre Protección de los Derechos de los Consumidores."
  ]
}$value$),
('data', $value${
  "site_url": "http://127.0.0.1:3000", "look_days": 730, "mail_days": 30, "order_years": 6, "origin_days": 730,
  "message_days": 365, "session_days": 180, "activity_days": 730, "device_code_days": 30, "staff_idle_minutes": 720
}$value$),
('messages', $value${
  "quoted": {
    "text": "El presupuesto de tu orden {{orden}} está listo. Trabajo: {{trabajo}}. Total: {{total}}. Apruébalo o recházalo aquí: {{enlace}}",
    "enabled": true, "template": "order_quoted"
  },
  "created": {
    "text": "Recibimos tu equipo. Tu número de orden es {{orden}}. Te avisaremos por aquí de cada avance.",
    "enabled": true, "template": "new_order"
  },
  "approved": {
    "text": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "template": "quote_decision"
  },
  "language": "es_CL",
  "rejected": {
    "text": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "template": "quote_decision"
  },
  "cancelled": {"text": "Tu orden {{orden}} fue cancelada. Motivo: {{motivo}}.", "enabled": true, "template": "order_cancelled"},
  "completed": {
    "text": "¡Buenas noticias! La reparación de tu orden {{orden}} está terminada. Ya puedes retirar tu equipo.",
    "enabled": true, "template": "order_completed"
  },
  "delivered": {
    "text": "Entregamos el equipo de tu orden {{orden}}. {{garantia}}. ¡Gracias por confiar en nosotros!",
    "enabled": true, "template": "order_delivered_v2"
  },
  "quietHours": {"to": "09:00", "from": "21:00", "enabled": false}, "expireHours": 24,
  "in_progress": {"text": "Tu orden {{orden}} cambió de estado: {{estado}}.", "enabled": true, "template": "status_update"},
  "undoSeconds": 7
}$value$),
('desk', $value${
  "texts": {
    "notes": [{"text": "Se llamó al cliente y no contestó.", "type": "all"}],
    "condition": [{"text": "Con señales normales de uso, sin golpes.", "type": "all"}],
    "description": [
      {"chip": true, "text": "Pantalla trizada", "type": "smartphone"},
      {"chip": true, "text": "No carga", "type": "smartphone"},
      {"chip": true, "text": "Batería dura poco", "type": "smartphone"},
      {"chip": true, "text": "Pantalla trizada", "type": "tablet"},
      {"chip": true, "text": "No carga", "type": "tablet"}, {"chip": true, "text": "Lento", "type": "laptop"},
      {"chip": true, "text": "Se calienta", "type": "laptop"}, {"chip": true, "text": "Lento", "type": "desktop"},
      {"chip": true, "text": "Sin imagen", "type": "desktop"}, {"chip": true, "text": "No enciende", "type": "all"}
    ],
    "technicalWork": [{"text": "Diagnóstico completo antes de presupuestar.", "type": "all"}]
  },
  "brands": {"laptop": [], "others": [], "tablet": [], "desktop": [], "smartphone": []},
  "warranty": {"laptop": null, "others": null, "tablet": null, "desktop": null, "smartphone": null},
  "accessories": {
    "laptop": ["Cargador", "Bolso"], "others": ["Cargador"], "tablet": ["Funda", "Cargador"],
    "desktop": ["Cable de poder"], "smartphone": ["Funda", "Chip", "Cargador"]
  }
}$value$);
