-- The settings' sections: their shapes, as JSON Schema of what shared/src/settings checks, and what a new shop begins with.
-- A later change of a shape is a new migration that updates its row; supabase/test/setting-shapes.test.ts compares the two.

insert into private.setting_shapes (section, is_public, shape) values
('shop', true, $shape${
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
    },
    "fullName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120,
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
    },
    "tagline": {"type": "string", "maxLength": 160, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
    "rut": {"type": "string", "pattern": "^([0-9]{7,8}-[0-9K])?$"},
    "address": {
      "type": "object",
      "properties": {
        "street": {"type": "string", "maxLength": 160, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "city": {"type": "string", "maxLength": 80, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "region": {"type": "string", "maxLength": 80, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"}
      },
      "required": ["street", "city", "region"],
      "additionalProperties": false
    },
    "geo": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "latitude": {"type": "number", "minimum": -90, "maximum": 90},
            "longitude": {"type": "number", "minimum": -180, "maximum": 180}
          },
          "required": ["latitude", "longitude"],
          "additionalProperties": false
        },
        {"type": "null"}
      ]
    },
    "mapUrl": {
      "type": "string",
      "maxLength": 500,
      "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][!-;=?-~]*)?)?$"
    },
    "phone": {"type": "string", "pattern": "^([0-9]{8,15})?$"},
    "whatsApp": {"type": "string", "pattern": "^(569[0-9]{8})?$"},
    "email": {"type": "string", "maxLength": 200, "pattern": "^([^\\s@<>\"]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+)?$"},
    "website": {
      "type": "string",
      "maxLength": 200,
      "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?)?$"
    },
    "socialLinks": {
      "minItems": 0,
      "maxItems": 8,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          },
          "href": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "pattern": "^(https:\\/\\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][!-;=?-~]*)?)?$"
          }
        },
        "required": ["name", "href"],
        "additionalProperties": false
      }
    },
    "paymentMethods": {
      "minItems": 0,
      "maxItems": 12,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 60,
        "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
      }
    },
    "stats": {
      "type": "object",
      "properties": {
        "devices": {"type": "string", "maxLength": 12, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "satisfaction": {"type": "string", "maxLength": 12, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "years": {"type": "string", "maxLength": 12, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"}
      },
      "required": ["devices", "satisfaction", "years"],
      "additionalProperties": false
    }
  },
  "required": [
    "name",
    "fullName",
    "tagline",
    "rut",
    "address",
    "geo",
    "mapUrl",
    "phone",
    "whatsApp",
    "email",
    "website",
    "socialLinks",
    "paymentMethods",
    "stats"
  ],
  "additionalProperties": false
}$shape$),
('look', true, $shape${
  "type": "object",
  "properties": {
    "logo": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "hash": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "type": {"type": "string", "enum": ["image/svg+xml", "image/png"]},
            "width": {"type": "integer", "minimum": 1, "maximum": 4096},
            "height": {"type": "integer", "minimum": 1, "maximum": 4096}
          },
          "required": ["hash", "type", "width", "height"],
          "additionalProperties": false
        },
        {"type": "null"}
      ]
    },
    "color": {"anyOf": [{"type": "string", "pattern": "^#[0-9a-f]{6}$"}, {"type": "null"}]}
  },
  "required": ["logo", "color"],
  "additionalProperties": false
}$shape$),
('landing', true, $shape${
  "type": "object",
  "properties": {
    "lead": {
      "type": "string",
      "minLength": 1,
      "maxLength": 300,
      "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
    },
    "stats": {
      "type": "object",
      "properties": {
        "title": {"type": "string", "maxLength": 80, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "devices": {"type": "string", "maxLength": 40, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "satisfaction": {"type": "string", "maxLength": 40, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "years": {"type": "string", "maxLength": 40, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"}
      },
      "required": ["title", "devices", "satisfaction", "years"],
      "additionalProperties": false
    },
    "services": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 80,
          "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
        },
        "lead": {"type": "string", "maxLength": 240, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"}
      },
      "required": ["title", "lead"],
      "additionalProperties": false
    },
    "steps": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 80,
          "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
        },
        "items": {
          "minItems": 0,
          "maxItems": 6,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "title": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 240,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              }
            },
            "required": ["title", "text"],
            "additionalProperties": false
          }
        }
      },
      "required": ["title", "items"],
      "additionalProperties": false
    },
    "why": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 80,
          "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
        },
        "items": {
          "minItems": 0,
          "maxItems": 6,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "title": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 240,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              }
            },
            "required": ["title", "text"],
            "additionalProperties": false
          }
        }
      },
      "required": ["title", "items"],
      "additionalProperties": false
    },
    "call": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 80,
          "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
        },
        "text": {"type": "string", "maxLength": 240, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
        "whatsAppMessage": {"type": "string", "maxLength": 200, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"}
      },
      "required": ["title", "text", "whatsAppMessage"],
      "additionalProperties": false
    }
  },
  "required": ["lead", "stats", "services", "steps", "why", "call"],
  "additionalProperties": false
}$shape$),
('hours', true, $shape${
  "type": "object",
  "properties": {
    "week": {
      "minItems": 7,
      "maxItems": 7,
      "type": "array",
      "items": {
        "minItems": 0,
        "maxItems": 4,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "open": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
            "close": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
          },
          "required": ["open", "close"],
          "additionalProperties": false
        }
      }
    },
    "closedOnHolidays": {"type": "boolean"},
    "specialDays": {
      "minItems": 0,
      "maxItems": 60,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "from": {
            "type": "string",
            "format": "date",
            "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$"
          },
          "to": {
            "type": "string",
            "format": "date",
            "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$"
          },
          "hours": {
            "minItems": 0,
            "maxItems": 4,
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "open": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
                "close": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
              },
              "required": ["open", "close"],
              "additionalProperties": false
            }
          },
          "reason": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        },
        "required": ["from", "to", "hours", "reason"],
        "additionalProperties": false
      }
    }
  },
  "required": ["week", "closedOnHolidays", "specialDays"],
  "additionalProperties": false
}$shape$),
('services', true, $shape${
  "type": "object",
  "properties": {
    "groups": {
      "minItems": 0,
      "maxItems": 6,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          },
          "lead": {"type": "string", "maxLength": 240, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
          "summary": {"type": "string", "maxLength": 240, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
          "services": {
            "minItems": 0,
            "maxItems": 30,
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 60,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                },
                "text": {"type": "string", "maxLength": 200, "pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
                "icon": {
                  "type": "string",
                  "enum": [
                    "smartphone",
                    "battery",
                    "wifi",
                    "cpu",
                    "refresh",
                    "lifebuoy",
                    "disk",
                    "memory",
                    "shield",
                    "fan",
                    "backup",
                    "laptop"
                  ]
                },
                "priceFrom": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 100000000}, {"type": "null"}]},
                "priceTo": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 100000000}, {"type": "null"}]}
              },
              "required": ["name", "text", "icon", "priceFrom", "priceTo"],
              "additionalProperties": false
            }
          }
        },
        "required": ["title", "lead", "summary", "services"],
        "additionalProperties": false
      }
    }
  },
  "required": ["groups"],
  "additionalProperties": false
}$shape$),
('terms', true, $shape${
  "type": "object",
  "properties": {
    "items": {
      "minItems": 0,
      "maxItems": 20,
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 600,
        "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
      }
    }
  },
  "required": ["items"],
  "additionalProperties": false
}$shape$);

insert into public.setting_sections (section, value) values
('shop', $value${
  "name": "Servicio Técnico",
  "fullName": "Servicio Técnico",
  "tagline": "Reparamos celulares y computadores",
  "rut": "",
  "address": {"street": "", "city": "", "region": ""},
  "geo": null,
  "mapUrl": "",
  "phone": "",
  "whatsApp": "",
  "email": "",
  "website": "",
  "socialLinks": [],
  "paymentMethods": [],
  "stats": {"devices": "", "satisfaction": "", "years": ""}
}$value$),
('look', $value${"logo": null, "color": null}$value$),
('landing', $value${
  "lead": "Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito.",
  "stats": {
    "title": "El taller en números",
    "devices": "equipos reparados",
    "satisfaction": "de clientes satisfechos",
    "years": "años de oficio"
  },
  "services": {
    "title": "¿Qué le pasó a tu equipo?",
    "lead": "Si prende, si no prende o si se mojó: tráelo y lo vemos."
  },
  "steps": {
    "title": "Así funciona",
    "items": [
      {"title": "Lo traes", "text": "Anotamos lo que pasa y en qué estado llega. Te vas con un número de orden."},
      {"title": "Te cotizamos", "text": "Un técnico lo revisa y te manda el presupuesto por WhatsApp."},
      {
        "title": "Tú decides",
        "text": "Apruebas o rechazas desde el mismo enlace. Sin tu respuesta no se repara nada."
      },
      {"title": "Lo retiras", "text": "Te avisamos cuando está listo. Sale probado y con garantía por escrito."}
    ]
  },
  "why": {
    "title": "¿Por qué elegirnos?",
    "items": [
      {
        "title": "Sabes en qué va",
        "text": "Sigues tu orden desde el teléfono, a cualquier hora y sin tener que llamar."
      },
      {
        "title": "Precio antes de reparar",
        "text": "El valor que apruebas es el que pagas. Si aparece algo más, te preguntamos primero."
      },
      {
        "title": "Tus datos son tuyos",
        "text": "La clave de tu equipo queda protegida y solo la ve quien lo está reparando."
      },
      {
        "title": "Garantía por escrito",
        "text": "Cada trabajo se entrega probado frente a ti y con su garantía en la orden."
      }
    ]
  },
  "call": {
    "title": "¿Urgente? Llámanos ahora",
    "text": "Cuéntanos qué pasó y te decimos al tiro si tiene arreglo y cuánto podría demorar.",
    "whatsAppMessage": "Hola, tengo una consulta por una reparación."
  }
}$value$),
('hours', $value${"week": [[],[],[],[],[],[],[]], "closedOnHolidays": true, "specialDays": []}$value$),
('services', $value${
  "groups": [
    {
      "title": "Celulares",
      "lead": "",
      "summary": "",
      "services": [
        {
          "name": "Cambio de pantalla",
          "text": "Vidrio trizado, manchas o táctil que no responde.",
          "icon": "smartphone",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Batería",
          "text": "Se apaga con carga, se hincha o no dura el día.",
          "icon": "battery",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Conectividad",
          "text": "Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.",
          "icon": "wifi",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Hardware",
          "text": "Placa, cámaras, parlantes, botones y equipos mojados.",
          "icon": "cpu",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Software",
          "text": "Se reinicia, quedó pegado en el logo o está lleno de avisos.",
          "icon": "refresh",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Recuperación de datos",
          "text": "Fotos, contactos y chats de un equipo que ya no prende.",
          "icon": "lifebuoy",
          "priceFrom": null,
          "priceTo": null
        }
      ]
    },
    {
      "title": "Computadores",
      "lead": "",
      "summary": "",
      "services": [
        {
          "name": "Almacenamiento",
          "text": "Cambio de disco a SSD, con todo lo tuyo adentro.",
          "icon": "disk",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Actualización",
          "text": "Más memoria, mejor disco y sistema al día.",
          "icon": "memory",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Seguridad",
          "text": "Limpieza de virus y programas no deseados, y protección después.",
          "icon": "shield",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Mantención",
          "text": "Limpieza interna y pasta térmica: menos calor y menos ruido.",
          "icon": "fan",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Respaldo",
          "text": "Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.",
          "icon": "backup",
          "priceFrom": null,
          "priceTo": null
        },
        {
          "name": "Notebooks",
          "text": "Pantallas, bisagras, teclados, cargadores y conectores.",
          "icon": "laptop",
          "priceFrom": null,
          "priceTo": null
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
}$value$);
